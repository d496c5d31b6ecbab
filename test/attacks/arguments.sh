# tries: find secrets on command lines
# from: passwords visible in ps
cat /proc/*/cmdline 2> /dev/null | tr '\0' ' ' | grep -iE '[r]edis|--[d]ata-dir|[s]ecret=|[s]upervisor' && echo PWNED
