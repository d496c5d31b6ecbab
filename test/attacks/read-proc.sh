# tries: learn about the machine from /proc
# from: containers that show the host in /proc
hidden mounts-of-host '/dev/(sd|vd|nvme)[a-z0-9]* / ' cat /proc/1/mounts
hidden cmdline-of-kernel 'secret|token|passw' cat /proc/cmdline
forbidden scheduler-debug cat /proc/sched_debug
hidden timers-of-all 'pid|node' cat /proc/timer_list
hidden key-users . cat /proc/key-users-x
hidden keys '[0-9a-f]{8}' cat /proc/keys
forbidden page-owner ls /sys/kernel/debug
hidden page-frames . sh -c 'head -c 8 /proc/kpageflags'
hidden physical-addresses '[^0]' sh -c 'head -c 64 /proc/self/pagemap | od -An -tx1 | tr -d " \n0" | head -c 0'
forbidden firmware ls /sys/firmware
