# tries: use the address family that firewalls forget
# from: IPv6 left open beside a closed IPv4
forbidden inet6-stream perl -e 'use Socket qw(:all); exit(socket(S, AF_INET6, SOCK_STREAM, 0) ? 0 : 1)'
forbidden inet6-datagram perl -e 'use Socket qw(:all); exit(socket(S, AF_INET6, SOCK_DGRAM, 0) ? 0 : 1)'
