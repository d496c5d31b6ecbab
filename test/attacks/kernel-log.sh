# tries: read the kernel's log for addresses
# from: kernel address leaks that make exploits work
hidden dmesg . dmesg
hidden kmsg . head -c 10 /dev/kmsg
hidden proc-kmsg . head -c 10 /proc/kmsg
hidden symbols '^0*[1-9a-f]' head -n 50 /proc/kallsyms
call syslog-read 103 3 b:4096 4096
hidden kcore . head -c 4 /proc/kcore
