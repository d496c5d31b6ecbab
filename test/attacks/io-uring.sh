# tries: make system calls that a filter does not see
# from: CVE-2021-41073, and Google turning io_uring off after most of its bounties went there
perl -e 'my $p = "\0" x 120; syscall(425, 8, $p) >= 0 && print "PWNED\n"'
