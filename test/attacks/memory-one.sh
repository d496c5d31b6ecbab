# tries: use all memory from one process
# duration: 5
# from: the machine's OOM killer choosing the wrong victim
tried memory-one
perl -e 'my @a; push @a, "x" x 10_000_000 while 1'
