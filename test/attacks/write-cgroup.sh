# tries: raise our own limits, or run a release agent as root
# from: CVE-2022-0492, release_agent
forbidden list-cgroups ls /sys/fs/cgroup
forbidden release-agent sh -c 'echo /bin/sh > /sys/fs/cgroup/release_agent'
forbidden mount-cgroup mount -t cgroup -o memory none /tmp
call mount-cgroup-by-number 165 s:none s:/tmp s:cgroup2 0 0
hidden cgroup-path 'asyground' cat /proc/self/cgroup
