# Run inside a jail when a worker starts: tries what must be impossible, and says of each whether the wall holds.
# A line is `holds NAME` or `BROKEN NAME`. Perl is in every Debian and can make any system call.

forbidden() { # what must fail
  name=$1; shift
  if "$@" > /dev/null 2>&1; then echo "BROKEN $name"; else echo "holds $name"; fi
}
required() { # what must be true
  name=$1; shift
  if "$@" > /dev/null 2>&1; then echo "holds $name"; else echo "BROKEN $name"; fi
}
call() { perl -e 'exit(syscall(map { $_ + 0 } @ARGV) >= 0 ? 0 : 1)' "$@"; }

forbidden network-inet perl -e 'use Socket; socket(S, AF_INET, SOCK_STREAM, 0) or exit 1'
forbidden network-inet6 perl -e 'use Socket; socket(S, AF_INET6, SOCK_DGRAM, 0) or exit 1'
forbidden network-netlink perl -e 'socket(S, 16, 3, 0) or exit 1'
required network-no-interface sh -c '[ "$(grep -c : /proc/net/dev)" -le 1 ]'
for path in /etc/passwd /etc/shadow /etc/hostname /root /home /run /srv /mnt /opt /sys /boot /usr/local /var/log; do
  forbidden "hidden-$path" test -e "$path"
done
forbidden write-root sh -c 'echo x > /x'
forbidden write-usr sh -c 'echo x > /usr/bin/x'
forbidden write-texmf sh -c 'echo x > /var/lib/texmf/x'
forbidden write-proc sh -c 'echo x > /proc/sys/kernel/hostname'
forbidden device perl -e 'exit(syscall(133, "/tmp/d", 0060666, 0x0801) == 0 ? 0 : 1)'
forbidden become-root perl -e '$< = $> = 0; exit($> == 0 ? 0 : 1)'
required no-capabilities grep -q '^CapEff:.0000000000000000$' /proc/self/status
required no-bounding-set grep -q '^CapBnd:.0000000000000000$' /proc/self/status
required no-new-privileges grep -q '^NoNewPrivs:.1$' /proc/self/status
required seccomp grep -q '^Seccomp:.2$' /proc/self/status
required own-processes-only sh -c '[ "$(ls /proc | grep -c "^[0-9]")" -lt 12 ]'
required clean-environment sh -c '! tr "\0" "\n" < /proc/1/environ | grep -vqE "^(PATH|PWD|ASYGROUND_JAIL|OLDPWD|SHLVL|_)="'
# mount, umount2, unshare, setns, ptrace, keyctl, bpf, perf_event_open, io_uring_setup, userfaultfd, kexec_load,
# init_module, pivot_root, open_by_handle_at, process_vm_readv
forbidden mount call 165 0 0 0 0 0
for number in 166 272 308 101 250 321 298 425 323 246 175 155 304 310; do
  forbidden "syscall-$number" call "$number" 0 0 0 0 0
done
forbidden new-user-namespace unshare --user true
required work-folder-bytes sh -c '! head -c 40000000 /dev/zero > /job/big; rm -f /job/big'
required temporary-folder-bytes sh -c '! head -c 40000000 /dev/zero > /tmp/big; rm -f /tmp/big'
