# tries: use up the file system's entries
# duration: 5
# from: mail spools with ten million files
tried inodes
mkdir many && cd many
perl -e 'my $n = 0; for (1..50000) { open(F, ">", "f$_") or last; close F; $n++ } print "PWNED $n\n" if $n > 20000'
