# tries: turn our own walls off
# from: prctl options that undo what a sandbox did
forbidden new-privileges-off perl -e 'exit(syscall(157, 38, 0, 0, 0, 0) == 0 ? 0 : 1)'
forbidden seccomp-off perl -e 'exit(syscall(157, 22, 0, 0, 0, 0) == 0 ? 0 : 1)'
forbidden bounding-add perl -e 'exit(syscall(157, 23, 21, 0, 0, 0) == 1 ? 0 : 1)'
forbidden securebits perl -e 'exit(syscall(157, 28, 0x2f, 0, 0, 0) == 0 ? 0 : 1)'
forbidden memory-map-fields perl -e 'exit(syscall(157, 35, 1, 4096, 0, 0) == 0 ? 0 : 1)'
forbidden no-death-signal perl -e 'syscall(157, 1, 0, 0, 0, 0); exit(getppid() == 0 ? 0 : 1)'
forbidden core-scheduling perl -e 'exit(syscall(157, 62, 1, 1, 2, 0) == 0 ? 0 : 1)'
tried subreaper
perl -e 'syscall(157, 36, 1, 0, 0, 0); $0 = "asyground-outlived"; for (1..3) { if (!fork) { fork; sleep 300 } }'
