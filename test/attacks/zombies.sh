# tries: fill the process table with the dead
# duration: 4
# from: zombies that count for nobody
tried zombies
perl -e '$SIG{CHLD} = "DEFAULT"; my $n = 0; for (1..3000) { my $p = fork; last unless defined $p; exit unless $p; $n++ } print "made $n\n"; print "PWNED\n" if $n > 64; sleep 1'
