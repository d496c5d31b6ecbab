# tries: use all memory from many processes, each within its own limit
# duration: 25
# from: limits per process that forget the tree
# ends: memory limit
tried memory-many
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do perl -e 'my $s = "x" x 200_000_000; sleep 60' & done; sleep 60
