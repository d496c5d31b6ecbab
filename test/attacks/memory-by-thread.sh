# tries: hide the children that use memory behind a thread
# duration: 25
# from: walks of the process tree that look at main threads only
# ends: memory limit
tried memory-by-thread
perl -Mthreads -e 'threads->create(sub { for (1..12) { next if fork; my $s = "x" x 200_000_000; sleep 60; exit } sleep 60 })->join'
