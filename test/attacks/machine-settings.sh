# tries: change the clock, the name, the swap; restart the machine
# from: containers without a seccomp filter
hostname pwned 2> /dev/null && echo PWNED
date -s '2000-01-01' 2> /dev/null > /dev/null && echo PWNED
perl -e 'syscall(169, 0xfee1dead, 672274793, 0x1234567, 0) == 0 && print "PWNED\n"; syscall(167, "x", 0) == 0 && print "PWNED\n"'
