# tries: load a program into the kernel
# from: CVE-2021-3490
perl -e 'my $a = "\0" x 120; syscall(321, 0, $a, 120) >= 0 && print "PWNED\n"'
