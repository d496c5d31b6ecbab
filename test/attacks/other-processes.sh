# tries: see or signal processes of the machine
# from: containers with --pid=host
[ "$(ls /proc | grep -c '^[0-9]')" -gt 15 ] && echo PWNED
ls /proc | grep -E '^[0-9]{4,}' && echo PWNED
