# tries: stop, kill or confuse the first process of the jail
# duration: 3
# from: init of a container as a weak point
tried stop-first
kill -STOP 1; kill -TSTP 1; kill -TTIN 1
forbidden first-is-ours sh -c 'kill -9 1 && sleep 0.2 && ! test -d /proc/1'
call set-group-of-first 109 1 0
forbidden trace-first perl -e 'exit(syscall(101, 0x4206, 1, 0, 0) == 0 ? 0 : 1)'
