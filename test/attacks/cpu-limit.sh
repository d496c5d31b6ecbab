# tries: use more CPU time than wall time allows
# duration: 1
# from: RLIMIT_CPU that counts one process only
# ends: time limit
tried cpu-signal-ignored
perl -e '$SIG{XCPU} = "IGNORE"; for (1..20) { next if fork; 1 while 1 } 1 while 1'
