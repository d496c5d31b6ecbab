# tries: look at the work folders of other tasks
# from: shared /tmp leaks between CI jobs
ls /run/asyground /run/asyground/*/slots && echo PWNED
for i in 1 2 3 4 5 6 7 8; do ls "/proc/$i/cwd/" 2> /dev/null | grep -v -e payload -e main -e log -e scrollmode | grep -q . && echo PWNED; done
