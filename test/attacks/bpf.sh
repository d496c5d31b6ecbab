# tries: load a program into the kernel
# from: CVE-2021-3490
call bpf-map 321 0 b:120 120
call bpf-program 321 5 b:120 120
call socket-filter-by-seccomp 317 1 0 b:16
