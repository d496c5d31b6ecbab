# tries: keep the kernel busy with short processes
# duration: 1
# from: denial of service by churn
# ends: time limit
tried exec-storm
while :; do /bin/true; done
