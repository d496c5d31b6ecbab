# tries: make a namespace with clone instead of unshare
# from: filters that know unshare and forget clone
for flag in 0x10000000 0x20000000 0x40000000 0x00020000 0x02000000 0x04000000 0x08000000; do
  tried "clone-$flag"
  perl -e 'my $r = syscall(56, hex($ARGV[0]) | 17, 0, 0, 0, 0); exit if $r == 0; print "PWNED\n" if $r > 0' "$flag"
done
tried clone3
perl -e 'my $a = pack("Q11", 0x10000000, (0) x 10); my $r = syscall(435, $a, 88); exit if $r == 0; print "PWNED\n" if $r > 0'
