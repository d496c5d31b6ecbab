# tries: make pairs of sockets of other families
# from: a filter that knows socket and forgets socketpair: TIPC makes pairs
for family in inet:2 inet6:10 ax25:3 ipx:4 appletalk:5 netrom:6 x25:9 rose:11 netlink:16 packet:17 rds:21 llc:26 ib:27 mpls:28 can:29 tipc:30 bluetooth:31 rxrpc:33 phonet:35 ieee802154:36 caif:37 alg:38 nfc:39 vsock:40 kcm:41 qrtr:42 smc:43 xdp:44 mctp:45; do
  tried "pair-${family%:*}"
  perl -e 'my $pair = "\0" x 8; for my $type (1, 2, 5) { print "PWNED\n" if syscall(53, $ARGV[0] + 0, $type, 0, $pair) >= 0 }' "${family#*:}"
done
