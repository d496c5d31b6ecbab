# tries: trace another process
# from: ptrace as a way into a process with more rights
for request in 0 1 16 0x4206 0x4200; do call "ptrace-$request" 101 "$request" 1 0 0; done
forbidden be-traced-by-anybody perl -e 'exit(syscall(157, 0x59616d61, -1, 0, 0, 0) == 0 && syscall(101, 0, 0, 0, 0) == 0 ? 0 : 1)'
