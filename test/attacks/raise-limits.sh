# tries: give ourselves more than we were given
# from: soft limits mistaken for walls
for limit in v t n u f; do forbidden "ulimit-$limit" sh -c "ulimit -$limit unlimited"; done
forbidden prlimit-self prlimit --pid $$ --fsize=unlimited:unlimited
forbidden prlimit-first prlimit --pid 1 --nofile=100000:100000
forbidden renice renice -n -20 -p $$
call realtime 144 0 1 b:4
call deadline 314 0 b:48 0
call io-priority 251 1 0 0x2000
call affinity 203 0 128 b:128
forbidden oom-score sh -c 'echo -1000 > /proc/self/oom_score_adj'
forbidden core-files sh -c 'ulimit -c unlimited'
