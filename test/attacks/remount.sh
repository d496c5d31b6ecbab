# tries: make the system writable again
# from: containers started with CAP_SYS_ADMIN
forbidden remount mount -o remount,rw /
forbidden mount-tmpfs mount -t tmpfs none /tmp
forbidden bind mount --bind /job /usr
forbidden unmount umount -l /proc
