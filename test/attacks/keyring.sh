# tries: use the kernel's key store, which namespaces do not divide
# from: CVE-2016-0728
perl -e 'syscall(248, "user", "pwned", "x", 1, -3) > 0 && print "PWNED\n"'
perl -e 'syscall(250, 0, -3, 0, 0, 0) > 0 && print "PWNED\n"'
