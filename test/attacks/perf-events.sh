# tries: watch the machine through performance counters
# from: CVE-2013-2094
perl -e 'my $a = "\0" x 120; syscall(298, $a, 0, -1, -1, 0) >= 0 && print "PWNED\n"'
