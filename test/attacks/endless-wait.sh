# tries: wait forever at 0 CPU
# duration: 1
# from: slowloris, inside out
# ends: time limit
tried endless-wait
sleep 1000
