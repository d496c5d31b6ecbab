# tries: hold locks that others wait for
# duration: 6
# from: locks on shared read-only files
tried lock-library
perl -e 'use Fcntl ":flock"; open(F, "<", "/usr/share/asymptote/plain.asy") && flock(F, LOCK_EX | LOCK_NB) && print "locked\n"'
tried lease-library
perl -e 'open(F, "<", "/usr/share/asymptote/plain.asy") && fcntl(F, 1024, 0) && print "PWNED\n"'
tried lock-many
perl -e 'open(F, "+>", "locked"); my $n = 0; for my $i (1..20000) { my $l = pack("ssx4qqlx4", 1, 0, $i * 2, 1, 0); fcntl(F, 6, $l) or last; $n++ } print "locks $n\n"'
