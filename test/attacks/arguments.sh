# tries: find secrets on command lines
# from: passwords visible in ps
cat /proc/*/cmdline 2> /dev/null | tr '\0' ' ' | grep -iE 'redis|--data-dir|secret=|supervisor' && echo PWNED
