# tries: connect to anything over TCP
# from: crypto miners and spam from free CI
perl -e 'use Socket; for my $h ("127.0.0.1", "10.0.0.1", "169.254.169.254") { socket(S, AF_INET, SOCK_STREAM, 0) && connect(S, sockaddr_in(80, inet_aton($h))) && print "PWNED\n" }'
