# tries: as many sleeping processes as possible
# duration: 2
# from: thread exhaustion
perl -e 'for (1..5000) { my $p = fork; last unless defined $p; if (!$p) { sleep 60; exit } } sleep 60'
