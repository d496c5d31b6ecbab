# tries: raise our own limits, or run a release agent as root
# from: CVE-2022-0492, release_agent
ls /sys/fs/cgroup && echo PWNED
grep -q 'PWNED' /proc/self/cgroup && echo PWNED
