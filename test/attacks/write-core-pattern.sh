# tries: set the program that the kernel runs on a crash
# from: CVE-2022-0492 and every container escape by core_pattern
for setting in kernel/core_pattern kernel/modprobe kernel/hotplug kernel/poweroff_cmd kernel/sysrq vm/overcommit_memory fs/binfmt_misc/register kernel/ns_last_pid kernel/randomize_va_space; do
  forbidden "setting-$setting" sh -c "echo x > /proc/sys/$setting"
done
forbidden sysrq-trigger sh -c 'echo h > /proc/sysrq-trigger'
forbidden uid-map sh -c 'echo "0 0 1" > /proc/self/uid_map'
