# tries: use the kernel's key store, which namespaces do not divide
# from: CVE-2016-0728
call add-key 248 s:user s:pwned s:x 1 -3
call request-key 249 s:user s:pwned 0 -3
call join-session 250 1 s:pwned
call session-keyring 250 0 -3 1
