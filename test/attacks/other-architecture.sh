# tries: reach system calls through other tables
# from: filters that check numbers but not the architecture
for number in 0 2 39 41 59 101 165 520; do
  tried "x32-$number"
  perl -e 'my $r = syscall(0x40000000 + $ARGV[0], 0, 0, 0); print "PWNED\n" if $r > 0' "$number"
done
call number-negative -1 0
call number-huge 0x7fffffff 0
