# tries: read disks and memory
# from: privileged containers with /dev of the host
for d in /dev/mem /dev/kmem /dev/port /dev/sda /dev/vda /dev/nvme0 /dev/loop0 /dev/fuse /dev/kvm /dev/net/tun; do test -e $d && echo "PWNED $d"; done
perl -e 'syscall(133, "/tmp/disk", 0060666, 0xfe00) == 0 && print "PWNED\n"'
