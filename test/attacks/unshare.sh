# tries: become root in a namespace of our own
# from: CVE-2022-0185, CVE-2023-0386: kernel holes behind user namespaces
unshare --user --map-root-user id -u 2> /dev/null | grep -qx 0 && echo PWNED
unshare --mount true 2> /dev/null && echo PWNED
perl -e 'syscall(272, 0x10000000) == 0 && print "PWNED\n"'
