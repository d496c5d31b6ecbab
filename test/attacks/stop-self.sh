# tries: stop the program so that neither time nor CPU seems to pass
# duration: 1
# from: watchdogs that count CPU time
# ends: time limit
tried stop-self
kill -STOP $PPID; sleep 100
