# tries: load a module or another kernel
# from: privileged containers
perl -e 'syscall(175, "x", 1, "") == 0 && print "PWNED\n"; syscall(246, 0, 0, 0, 0) == 0 && print "PWNED\n"'
