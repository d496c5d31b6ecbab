# tries: trace another process
# from: ptrace as a way into a process with more rights
perl -e 'syscall(101, 16, 1, 0, 0) == 0 && print "PWNED\n"'
