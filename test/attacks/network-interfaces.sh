# tries: see the machine's interfaces and routes
# from: containers with --net=host
grep -E 'eth|ens|enp|veth|docker' /proc/net/dev && echo PWNED
[ "$(wc -l < /proc/net/route)" -gt 1 ] && echo PWNED
