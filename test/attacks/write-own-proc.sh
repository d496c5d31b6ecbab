# tries: change ourselves through /proc
# from: limits that can be written away
forbidden oom-of-first sh -c 'echo -500 > /proc/1/oom_score_adj'
forbidden set-login-uid sh -c 'echo 0 > /proc/self/loginuid'
forbidden deny-setgroups sh -c 'echo allow > /proc/self/setgroups'
forbidden gid-map sh -c 'echo "0 0 1" > /proc/self/gid_map'
forbidden attr-exec sh -c 'echo unconfined > /proc/self/attr/exec'
forbidden timer-slack-of-first sh -c 'echo 1 > /proc/1/timerslack_ns'
forbidden memory-of-self perl -e 'open(F, "+<", "/proc/1/mem") or exit 1; seek(F, 4096, 0); exit(syswrite(F, "x") ? 0 : 1)'
