# tries: hold the kernel at a page fault
# from: the helper of most kernel exploits since 2016
perl -e 'syscall(323, 0) >= 0 && print "PWNED\n"'
