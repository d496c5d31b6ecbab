# tries: see the machine's interfaces and routes
# from: containers with --net=host
hidden interfaces 'eth|ens|enp|veth|docker' cat /proc/net/dev
forbidden routes sh -c '[ "$(wc -l < /proc/net/route)" -gt 1 ]'
hidden neighbours '([0-9]+\.){3}' cat /proc/net/arp
hidden connections ': [0-9A-F]{8}:' cat /proc/net/tcp /proc/net/udp
hidden unix-names '@|/(run|var|root|home)/' cat /proc/net/unix
