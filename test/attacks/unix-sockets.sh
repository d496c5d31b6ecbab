# tries: find and talk to sockets of services on the machine
# from: docker.sock mounted into containers
find / -xdev -type s 2> /dev/null | grep -q . && echo PWNED
grep -q asyground /proc/net/unix && echo PWNED
for s in /run/docker.sock /run/dbus/system_bus_socket /run/systemd/notify; do test -S $s && echo PWNED; done
