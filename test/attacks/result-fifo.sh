# tries: hold the server forever in a read from a pipe
# from: backup programs that hang on FIFOs
tried fifo-by-mkfifo
mkfifo held.svg && echo made
call fifo-by-mknod 133 s:held2.svg 4534 0
tried socket-as-result
perl -e 'use Socket; socket(S, AF_UNIX, SOCK_STREAM, 0); bind(S, sockaddr_un("held3.svg")) && print "made\n"'
