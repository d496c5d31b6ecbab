# tries: see or signal processes of the machine
# from: containers with --pid=host
forbidden count-processes sh -c '[ "$(ls /proc | grep -c "^[0-9]")" -gt 15 ]'
hidden large-numbers '^[0-9]{4,}' ls /proc
call pidfd-open 434 1 0
call pidfd-signal 424 0 9 0 0
call pidfd-getfd 438 0 0 0
call process-madvise 440 0 0 0 21 0
call process-mrelease 448 0 0
call kcmp 312 1 1 0 0 0
