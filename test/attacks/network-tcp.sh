# tries: connect to anything over TCP
# from: crypto miners and spam from free CI
tried tcp
perl -e 'use Socket; for my $h ("127.0.0.1", "10.0.0.1", "169.254.169.254") { socket(S, AF_INET, SOCK_STREAM, 0) && print "PWNED\n" }'
forbidden tcp-by-shell bash -c 'exec 3<> /dev/tcp/127.0.0.1/80'
call tcp-multipath 41 2 1 262
call tcp-raw 41 2 3 255
