# tries: use the address family that firewalls forget
# from: IPv6 left open beside a closed IPv4
perl -e 'use Socket qw(:all); socket(S, AF_INET6, SOCK_STREAM, 0) && print "PWNED\n"'
