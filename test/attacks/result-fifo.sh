# tries: hold the server forever in a read from a pipe
# from: backup programs that hang on FIFOs
mkfifo held.svg && echo made
perl -e 'syscall(133, "held2.svg", 0010666, 0) == 0 && print "made\n"'
