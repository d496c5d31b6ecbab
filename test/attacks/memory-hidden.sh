# tries: use memory in a process that nobody may look into
# duration: 25
# from: PR_SET_DUMPABLE, which closes /proc/PID
# ends: memory limit
tried memory-hidden
perl -e 'for (1..12) { next if fork; syscall(157, 4, 0, 0, 0, 0); my $s = "x" x 200_000_000; sleep 60; exit } sleep 60'
