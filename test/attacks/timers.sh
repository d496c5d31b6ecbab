# tries: use up timers and alarms
# from: POSIX timers that pin kernel memory
call timer-create 222 1 0 b:8
tried timer-descriptors
perl -e 'my $n = 0; for (1..5000) { last if syscall(283, 1, 0) < 0; $n++ } print "PWNED $n\n" if $n > 256'
tried interval-storm
perl -e 'use Time::HiRes "setitimer"; my $n = 0; $SIG{ALRM} = sub { $n++ }; setitimer(0, 0.00001, 0.00001); my $e = time + 1; 1 while time < $e; print "rang $n\n"'
call alarm-by-clock 222 9 0 b:8
