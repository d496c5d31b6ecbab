# tries: leave by the double chroot
# from: the oldest jail break there is
forbidden chroot-folder perl -e 'mkdir "d"; exit(chroot("d") ? 0 : 1)'
call chroot-root 161 s:/
forbidden climb-by-parent sh -c 'cd /; cd ../../../../..; test -e etc/shadow'
