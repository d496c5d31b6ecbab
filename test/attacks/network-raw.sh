# tries: open sockets of odd families, one by one
# from: CVE-2020-14386 (packet), CVE-2021-43267 (TIPC), CVE-2017-11176 (netlink), vsock as a way to the host
for family in ax25:3 ipx:4 appletalk:5 netrom:6 x25:9 rose:11 netlink:16 packet:17 rds:21 llc:26 ib:27 mpls:28 can:29 tipc:30 bluetooth:31 rxrpc:33 phonet:35 ieee802154:36 caif:37 alg:38 nfc:39 vsock:40 kcm:41 qrtr:42 smc:43 xdp:44 mctp:45; do
  tried "socket-${family%:*}"
  perl -e 'for my $type (1, 2, 3, 5) { for my $protocol (0, 1, 3) { print "PWNED\n" if syscall(41, $ARGV[0] + 0, $type, $protocol) >= 0 } }' "${family#*:}"
done
