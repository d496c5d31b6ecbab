# tries: make the system writable again
# from: containers started with CAP_SYS_ADMIN
mount -o remount,rw / && echo PWNED
mount -t tmpfs none /mnt && echo PWNED
