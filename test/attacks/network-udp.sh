# tries: send data out over DNS
# from: DNS exfiltration
tried udp
perl -e 'use Socket; socket(S, AF_INET, SOCK_DGRAM, 17) && print "PWNED\n"'
forbidden resolve perl -e 'exit(defined(gethostbyname("example.com")) ? 0 : 1)'
call ping-socket 41 2 2 1
