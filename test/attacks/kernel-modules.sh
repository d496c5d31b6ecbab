# tries: load a module or another kernel
# from: privileged containers
call init-module 175 s:x 1 s:x
call finit-module 313 0 s:x 0
call delete-module 176 s:x 0
call kexec-load 246 0 0 0 0
call kexec-file-load 320 0 0 1 s:x 0
forbidden module-autoload sh -c 'echo x > /proc/sys/kernel/modprobe'
