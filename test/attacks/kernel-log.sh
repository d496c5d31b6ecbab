# tries: read the kernel's log for addresses
# from: kernel address leaks that make exploits work
dmesg 2> /dev/null | grep -q . && echo PWNED
head -c 10 /dev/kmsg 2> /dev/null | grep -q . && echo PWNED
grep -v '^0000000000000000' /proc/kallsyms 2> /dev/null | grep -q . && echo PWNED
