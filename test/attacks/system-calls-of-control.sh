# tries: ask for what only administrators may
# from: rarely used calls where kernel bugs live
for pair in iopl:172 ioperm:173 vhangup:153 nfsservctl:180 lookup-dcookie:212 sysfs:139 uselib:134 ustat:136 personality:135 seccomp:317 landlock-create:444 landlock-add:445 landlock-restrict:446 lsm-get:459 lsm-set:460 rseq-odd:463 futex-waitv:449 set-robust:463 quotactl-fd:443 fsopen:430 fspick:433 listmount:458 statmount:457; do
  call "${pair%:*}" "${pair#*:}" 3 0 0 0 0 0
done
