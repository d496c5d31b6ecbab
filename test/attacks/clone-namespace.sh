# tries: make a namespace with clone instead of unshare
# from: filters that know unshare and forget clone
perl -e 'my $r = syscall(56, 0x10000000 | 17, 0, 0, 0, 0); print "PWNED\n" if $r > 0; exit'
perl -e 'my $a = pack("Q11", 0x10000000, (0) x 10); my $r = syscall(435, $a, 88); print "PWNED\n" if $r > 0; exit'
