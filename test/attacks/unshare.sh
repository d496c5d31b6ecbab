# tries: become root in a namespace of our own
# from: CVE-2022-0185, CVE-2023-0386: kernel holes behind user namespaces
forbidden unshare-user unshare --user --map-root-user id -u
for kind in mount net pid ipc uts cgroup time; do forbidden "unshare-$kind" unshare --$kind true; done
call unshare-files 272 0x400
forbidden nested-jail bwrap --ro-bind / / true
