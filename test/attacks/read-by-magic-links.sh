# tries: follow the links of /proc to things we may not name
# from: magic links that skip path checks
forbidden exe-of-first sh -c 'cp /proc/1/exe stolen && grep -q . stolen && test -w /proc/1/exe'
forbidden write-own-exe sh -c 'echo x > /proc/self/exe'
forbidden root-of-first ls /proc/1/root/etc/shadow
forbidden cwd-of-parent sh -c 'cat /proc/$PPID/cwd/../etc/shadow'
forbidden task-root ls /proc/self/task/1/root/root
tried reopen-output
perl -e 'open(F, "<", "/proc/self/fd/1") && sysread(F, my $b, 1) && $b =~ /root:/ && print "PWNED\n"'
