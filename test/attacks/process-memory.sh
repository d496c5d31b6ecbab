# tries: read the memory of the first process
# from: process_vm_readv, /proc/PID/mem
perl -e 'my $b = "x" x 16; syscall(310, 1, $b, 1, $b, 1, 0) > 0 && print "PWNED\n"'
head -c 1 /proc/1/mem 2> /dev/null | grep -q . && echo PWNED
