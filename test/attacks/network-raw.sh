# tries: open raw, packet, netlink and vsock sockets
# from: CVE-2020-14386 (packet sockets), vsock as a way to the host of a virtual machine
perl -e 'for my $f (16, 17, 40, 38, 9) { for my $t (1, 2, 3) { socket(S, $f, $t, 0) && print "PWNED $f\n" } }'
