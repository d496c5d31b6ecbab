# tries: make many small files and a long listing
# duration: 8
# from: readers that list before they count
tried many-small
perl -e 'for my $i (1..12000) { open(F, ">", sprintf("%0200d", $i)) or last; print F "x"; close F }'
