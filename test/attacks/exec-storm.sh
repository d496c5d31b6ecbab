# tries: keep the kernel busy with short processes
# duration: 1
# from: denial of service by churn
# ends: time limit
while :; do /bin/true; done
