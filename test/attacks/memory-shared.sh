# tries: use all memory in pages that processes share, or hold by a descriptor alone
# duration: 25
# from: counting by process, which leaves out what is shared
# ends: memory limit
call memfd 319 s:x 0
call secret-memory 447 0
call shm-get 29 0 100000000 0x380
tried shared-pages
perl -e 'for (1..30) { next if fork; my $a = syscall(9, 0, 300_000_000, 3, 0x21, -1, 0); open(Z, "<", "/dev/zero"); syscall(0, fileno(Z), $a, 300_000_000); sleep 60; exit } sleep 60'
