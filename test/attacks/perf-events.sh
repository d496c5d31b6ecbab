# tries: watch the machine through performance counters
# from: CVE-2013-2094
call perf-event 298 b:120 0 -1 -1 0
call perf-event-machine 298 b:120 -1 0 -1 0
hidden cache-counters . cat /sys/bus/event_source/devices/cpu/type
