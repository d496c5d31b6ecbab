# tries: keep every processor busy from many sessions
# duration: 1
# from: fairness by process, which many processes win
# ends: time limit
tried cpu-spin
perl -MPOSIX -e 'for (1..50) { next if fork; POSIX::setsid(); 1 while 1 } sleep 20'
