# tries: give ourselves more than we were given
# from: soft limits mistaken for walls
ulimit -v unlimited 2> /dev/null && echo PWNED
ulimit -t unlimited 2> /dev/null && echo PWNED
prlimit --pid $$ --fsize=unlimited:unlimited 2> /dev/null && echo PWNED
renice -n -20 -p $$ 2> /dev/null > /dev/null && echo PWNED
