# tries: leave a process behind that ignores signals and has left our session
# from: daemons that survive their CI job
tried outlive
perl -e 'for (1..5) { next if fork; $SIG{TERM} = $SIG{HUP} = $SIG{INT} = "IGNORE"; setpgrp; $0 = "asyground-outlived"; sleep 300; exit }'
tried outlive-by-double-fork
perl -MPOSIX -e 'exit if fork; POSIX::setsid(); exit if fork; close STDIN; close STDOUT; close STDERR; $0 = "asyground-outlived"; sleep 300'
