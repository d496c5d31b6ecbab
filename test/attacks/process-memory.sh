# tries: read the memory of other processes
# from: process_vm_readv, /proc/PID/mem
call read-memory 310 1 b:16 1 b:16 1 0
call write-memory 311 1 b:16 1 b:16 1 0
hidden memory-file . head -c 1 /proc/1/mem
forbidden write-first perl -e 'open(M, "<", "/proc/1/maps") or exit 1; my ($at) = map { /^([0-9a-f]+)-.* rw/ ? hex $1 : () } <M>; open(F, "+<", "/proc/1/mem") or exit 1; sysseek(F, $at, 0); my $b; sysread(F, $b, 8) == 8 or exit 1; sysseek(F, $at, 0); syswrite(F, $b) == 8 or exit 1; exit(`grep Seccomp: /proc/1/status` =~ /2/ ? 1 : 0)'
hidden kernel-stack '\[<' cat /proc/1/stack
