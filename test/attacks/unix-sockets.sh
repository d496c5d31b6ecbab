# tries: find and talk to sockets of services on the machine
# from: docker.sock mounted into containers
hidden socket-files . find / -xdev -type s
hidden socket-names '/run/|keeper|redis' cat /proc/net/unix
for socket in docker.sock dbus/system_bus_socket systemd/notify containerd/containerd.sock; do forbidden "socket-/run/$socket" test -e "/run/$socket"; done
tried abstract-names
perl -e 'use Socket; for my $n ("asyground:users:1", "/tmp/.X11-unix/X0", "/tmp/dbus-x", "/containerd-shim/x") { socket(S, AF_UNIX, SOCK_STREAM, 0); connect(S, pack("Sa*", 1, "\0$n")) && print "PWNED\n" }'
