# tries: make a setuid shell of our own and run it
# from: world-writable folders without nosuid
tried setuid-own
cp /bin/sh s 2> /dev/null; chmod 4755 s 2> /dev/null; ./s -p -c 'id -u' 2> /dev/null | grep -qx 0 && echo PWNED
forbidden run-from-work-folder sh -c 'cp /bin/true own && chmod 755 own && test "$(stat -f -c %t .)" = 1021994 && ! grep -q "/job.*noexec" /proc/mounts && grep -q "/job.*suid" /proc/mounts && ! grep -q "/job.*nosuid" /proc/mounts'
