# tries: hold the kernel at a page fault
# from: the helper of most kernel exploits since 2016
call userfaultfd 323 0
call userfaultfd-user-only 323 1
forbidden userfaultfd-device test -e /dev/userfaultfd
forbidden fuse-device test -e /dev/fuse
