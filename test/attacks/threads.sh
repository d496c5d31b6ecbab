# tries: as many sleeping processes as possible
# duration: 1
# from: thread exhaustion
tried threads
perl -e 'for (1..5000) { my $p = fork; last unless defined $p; if (!$p) { sleep 60; exit } } sleep 60'
