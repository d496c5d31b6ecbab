# tries: use up the queue of pending signals
# duration: 5
# from: RLIMIT_SIGPENDING shared by a user
tried signals-queued
perl -e 'my $p = fork; if (!$p) { sleep 3; exit } kill STOP => $p; my $n = 0; for (1..200000) { syscall(62, $p, 34 + $_ % 30) == 0 or last; $n++ } print "queued $n\n"; kill KILL => $p'
call queue-with-data 129 1 34 b:128
call queue-to-thread 297 1 1 34 b:128
tried signals-to-first
perl -e 'for my $s (1 .. 64) { next if $s == 9 || $s == 19; kill $s => 1 } print "alive\n"'
