# tries: make threads instead of processes
# duration: 4
# from: limits on processes that forget threads
tried fork-by-threads
perl -Mthreads -e 'my @t; for (1..500) { my $t = threads->create({ stack_size => 65536 }, sub { sleep 2 }); last unless $t; push @t, $t } print "PWNED\n" if @t > 64; exit' 2> /dev/null
