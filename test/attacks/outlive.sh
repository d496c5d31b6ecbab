# tries: leave a process behind that ignores signals and has left our session
# from: daemons that survive their CI job
perl -e 'for (1..5) { next if fork; $SIG{TERM} = $SIG{HUP} = $SIG{INT} = "IGNORE"; setpgrp; $0 = "asyground-outlived"; sleep 300; exit }'
