# tries: hold the output open after the main program has ended
# duration: 3
# from: pipes kept open by grandchildren
tried output-held
perl -MPOSIX -e 'fork && exit; POSIX::setsid(); $0 = "asyground-outlived"; opendir(D, "/proc"); for my $p (grep { /^\d+$/ } readdir D) { for my $f (0..2) { open(my $h, "+<", "/proc/$p/fd/$f") and push @k, $h } } sleep 300'
