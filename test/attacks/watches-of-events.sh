# tries: count events in descriptors without end
# from: eventfd and signalfd as stores
tried event-descriptors
perl -e 'my $n = 0; for (1..5000) { last if syscall(290, 0, 0) < 0; $n++ } print "PWNED $n\n" if $n > 256'
call signal-descriptor 289 -1 b:8 8 0
call message-queue 240 s:/pwned 66 0x180 0
call message-get 68 0 0x380
call semaphore-get 64 0 250 0x380
call process-accounting 163 s:/job/main.asy
