# tries: move, lock and mark memory in ways that nobody needs
# from: rarely used calls where kernel bugs live
for pair in remap-file-pages:216 mbind:237 set-mempolicy:238 get-mempolicy:239 migrate-pages:256 move-pages:279 mlockall:151 mlock2:325 pkey-mprotect:329 pkey-alloc:330 map-shadow-stack:453 mseal:462 process-vm-readv:310 vmsplice:278 splice:275 tee:276 modify-ldt:154 cachestat:451; do
  call "${pair%:*}" "${pair#*:}" 0 0 0 0 0 0
done
