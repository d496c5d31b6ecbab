# tries: enter the namespaces of another process
# from: nsenter with a leaked descriptor
forbidden nsenter nsenter -t 1 -m true
for kind in net mnt pid user uts ipc cgroup time; do
  tried "setns-$kind"
  perl -e 'open(F, "/proc/1/ns/$ARGV[0]") && syscall(308, fileno(F), 0) == 0 && print "PWNED\n"' "$kind"
done
