# tries: enter the namespaces of another process
# from: nsenter with a leaked descriptor
nsenter -t 1 -m true 2> /dev/null && echo PWNED
perl -e 'open(F, "/proc/1/ns/net") && syscall(308, fileno(F), 0) == 0 && print "PWNED\n"'
