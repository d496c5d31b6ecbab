# tries: look at the work folders of other tasks
# from: shared /tmp leaks between CI jobs
forbidden run-folder ls /run/asyground
tried working-folders
for i in 1 2 3 4 5 6 7 8; do ls "/proc/$i/cwd/" 2> /dev/null | grep -v -e payload -e main -e log -e scrollmode -e attempted -e printed | grep -q . && echo PWNED; done
hidden mount-sources '/run/|/tmp/asy|/home' sh -c 'cut -d" " -f4 /proc/self/mountinfo | grep -v -e toolchain'
