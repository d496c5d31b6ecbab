# tries: use room by files without a name
# from: O_TMPFILE, and files removed while open
tried nameless-in-work-folder
perl -e 'my @f; for (1..8) { my $p = "/job"; my $fd = syscall(257, -100, $p, 020200002, 0600); last if $fd < 0; open(my $f, ">&=", $fd); push @f, $f; my $b = "x" x 20_000_000; (syswrite($f, $b) // 0) == 20_000_000 or last } print "PWNED\n" if @f > 5'
tried removed-while-open
perl -e 'my @f; for (1..8) { open(my $f, ">", "/tmp/gone") or last; unlink "/tmp/gone"; push @f, $f; (syswrite($f, "x" x 20_000_000) // 0) == 20_000_000 or last } print "PWNED\n" if @f > 3'
call link-nameless 265 3 s: -100 s:back.svg 0x1000
