# tries: let the server read a file for us through a link in the place of a result
# from: CVE-2018-15664, symlink races in docker cp
rm -f main.svg
forbidden link-passwd ln -s /etc/passwd main.svg
call link-by-number 88 s:/etc/passwd s:other.svg
call link-at-by-number 266 s:/etc/passwd -100 s:other.svg
tried rename-folder-link
perl -e 'rename("/proc/self/cwd", "taken.svg") && print "PWNED\n"; rename("/proc/1/root", "taken.svg") && print "PWNED\n"'
