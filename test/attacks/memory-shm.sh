# tries: use all memory through a memory file system that nobody limits
# duration: 10
# from: unlimited /dev/shm in containers
tried memory-file-systems
for d in /dev/shm /dev /dev/pts /dev/mqueue /tmp /run /var/tmp; do head -c 300000000 /dev/zero > $d/big 2> /dev/null; [ "$(stat -c %s $d/big 2> /dev/null || echo 0)" -gt 100000000 ] && echo "PWNED $d"; done
