# tries: type into the terminal of whoever started the server
# from: TIOCSTI, CVE-2017-5226 of bubblewrap itself
forbidden terminal perl -e 'exit(open(T, "+<", "/dev/tty") && ioctl(T, 0x5412, my $x = "x") ? 0 : 1)'
forbidden console perl -e 'exit(open(T, "+<", "/dev/console") ? 0 : 1)'
forbidden standard-input perl -e 'exit(ioctl(STDIN, 0x5412, my $x = "x") ? 0 : 1)'
tried selection-paste
perl -e 'for my $fd (0, 1, 2) { open(T, "+<&=", $fd) && ioctl(T, 0x541c, my $x = "\2x") && print "PWNED\n" }'
