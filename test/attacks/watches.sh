# tries: watch files until the machine has no watches left
# from: inotify and epoll limits that users share
call inotify-init 253 0
call inotify-init1 294 0
call fanotify-init 300 0 0
call fanotify-mark 301 0 1 0x8 -100 s:/
call epoll-create 213 8
tried epoll-many
perl -e 'my $n = 0; for (1..5000) { last if syscall(291, 0) < 0; $n++ } print "PWNED $n\n" if $n > 256'
tried epoll-loop
perl -e 'my @e = map { syscall(291, 0) } 1 .. 100; for my $i (0 .. $#e - 1) { my $v = pack("LQ", 1, 0); syscall(233, $e[$i], 1, $e[$i + 1], $v) } print "linked\n"'
