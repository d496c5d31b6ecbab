# tries: read disks and memory
# from: privileged containers with /dev of the host
for device in mem kmem port sda vda nvme0 loop0 fuse kvm net/tun kmsg snapshot uinput vhost-net dri/card0; do forbidden "device-$device" test -e "/dev/$device"; done
call make-disk 133 s:/tmp/disk 24630 0xfe00
call make-disk-at 259 -100 s:/tmp/disk 24630 0xfe00
hidden device-list '^(mem|sd|vd|nvme|dm-|kvm)' ls /dev
