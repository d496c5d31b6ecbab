# tries: keep memory in the buffers of pipes and sockets
# duration: 10
# from: pipe buffers that no limit counts
tried memory-pipes
perl -e 'for (1..40) { next if fork; my @p; for (1..100) { pipe(my $r, my $w) or last; fcntl($w, 1031, 1 << 20); fcntl($w, 4, 2048); 1 while syswrite($w, "x" x 65536); push @p, $r, $w } sleep 1; exit } select(undef, undef, undef, 1.5)'
tried memory-socket-buffers
perl -MSocket -e 'for (1..20) { next if fork; my @p; for (1..100) { socketpair(my $r, my $w, AF_UNIX, SOCK_DGRAM, 0) or last; fcntl($w, 4, 2048); 1 while syswrite($w, "x" x 65536); push @p, $r, $w } sleep 1; exit } select(undef, undef, undef, 1.5)'
