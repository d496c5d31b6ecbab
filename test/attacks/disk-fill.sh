# tries: fill the disk
# from: build machines with a full /tmp
tried disk-fill
for i in 1 2 3 4 5 6 7 8; do head -c 20000000 /dev/zero > fill$i; done
[ "$(du -sm . | cut -f1)" -gt 66 ] && echo PWNED
