# tries: survive by answering each end with a new process
# duration: 2
# from: workers that respawn faster than they are killed
tried outlive-by-respawn
perl -e '$0 = "asyground-outlived"; $SIG{TERM} = $SIG{INT} = $SIG{HUP} = sub {}; for (1..2000) { my $p = fork; next if $p; exit 0 if !defined $p; $0 = "asyground-outlived"; select(undef, undef, undef, 0.001) }' &
sleep 0.5
