# Run inside a jail when a worker starts: tries what must be impossible, and says of each wall whether it holds, by the
# very error it should fail with. A line is `holds NAME` or `BROKEN NAME: what happened`.
#
# `perl proof.pl control` is run outside by the tests, as root: there each act must succeed, or fail in another way than
# at the wall. An act that fails everywhere alike would prove nothing. A line is `can NAME`, `differs NAME: how`, or
# `SAME NAME: how`.

use strict;
use warnings;
use Errno ();
use Fcntl;

my $is_control = ($ARGV[0] // '') eq 'control';
my $scratch = $is_control ? ($ARGV[1] or die 'no scratch folder') : '/job';
my %name_of = map { Errno->can($_)->() => $_ } grep { !/^E(WOULDBLOCK|DEADLOCK|OPNOTSUPP)$/ } keys %!;
$| = 1;

# Each act runs in a process of its own, since some walls kill. It answers true, or false with the reason in $!.
sub outcome {
  my ($act) = @_;
  my $pid = fork // return 'no fork';
  if (!$pid) {
    open STDERR, '>', '/dev/null';
    $! = 0;
    my $done = eval { $act->() };
    exit($@ ne '' ? 254 : $done ? 0 : $! + 0 || 255);
  }
  waitpid $pid, 0;
  return ($? & 127) == 31 ? 'SIGSYS' : 'signal ' . ($? & 127) if $? & 127;
  my $code = $? >> 8;
  return $code == 0 ? 'done' : $name_of{$code} // "error $code";
}

# The errors that the wall may give, then the act.
sub wall {
  my ($name, $expected, $act) = @_;
  my $got = outcome($act);
  my $at_wall = grep { $_ eq $got } split ' ', $expected;
  if ($is_control) {
    print $got eq 'done' ? "can $name\n" : $at_wall ? "SAME $name: $got\n" : "differs $name: $got\n";
  } else {
    print $at_wall ? "holds $name\n" : "BROKEN $name: $got, not $expected\n";
  }
}

# What is true inside only.
sub inside {
  my ($name, $test) = @_;
  my $is_true = $test->();
  if ($is_control) { print $is_true ? "SAME $name: true\n" : "can $name\n" }
  else { print $is_true ? "holds $name\n" : "BROKEN $name\n" }
}

# A copy of each argument: perl makes no call with a constant text.
sub made { my ($number, @args) = @_; return syscall($number, @args) }
sub call { my @args = @_; return sub { made(@args) >= 0 } }
# The same for what makes a file, which is taken away again.
sub makes { my ($path, @args) = @_; return sub { my $done = made(@args) == 0; my $why = $! + 0; unlink $path; $! = $why; $done } }
sub slurp { open(my $file, '<', $_[0]) or return ''; local $/; return scalar <$file> // '' }
sub create { my ($path) = @_; sysopen(my $file, $path, O_WRONLY | O_CREAT | O_EXCL) or return 0; unlink $path; return 1 }

sub fill {
  my ($folder, $files, $mebibytes) = @_;
  $SIG{XFSZ} = 'IGNORE';
  my ($ok, $why) = (1, 0);
  my @made = map { "$folder/.proof$_" } 1 .. $files;
  FILE: for my $path (@made) {
    sysopen(my $file, $path, O_WRONLY | O_CREAT) or do { ($ok, $why) = (0, $! + 0); last };
    for (1 .. $mebibytes) { defined syswrite($file, "\0" x 1048576) or do { ($ok, $why) = (0, $! + 0); last FILE } }
  }
  unlink @made;
  $! = $why;
  return $ok;
}

# Sockets of every family but unix, one or a pair.
my %family = (
  inet => [2, 1, 0], inet6 => [10, 2, 0], netlink => [16, 3, 0], packet => [17, 3, 0], can => [29, 3, 1],
  tipc => [30, 5, 0], bluetooth => [31, 3, 1], alg => [38, 5, 0], vsock => [40, 1, 0], xdp => [44, 3, 0],
  smc => [43, 1, 0], kcm => [41, 5, 0], rds => [21, 5, 0], qrtr => [42, 2, 0],
);
for my $name (sort keys %family) {
  wall("socket-$name", 'EAFNOSUPPORT', call(41, @{ $family{$name} }));
  my $pair = "\0" x 8;
  wall("socketpair-$name", 'EAFNOSUPPORT', call(53, @{ $family{$name} }, $pair));
}
inside('no-interface', sub { my @found = slurp('/proc/net/dev') =~ /:/g; @found <= 1 });

for my $path (qw(/etc/passwd /etc/shadow /etc/hostname /root /home /run /srv /mnt /opt /sys /boot /usr/local /var/log)) {
  wall("hidden-$path", 'ENOENT', sub { lstat $path });
}
wall("write-$_", 'EROFS', do { my $folder = $_; sub { create("$folder/.asyground-proof") } })
  for qw(/ /usr/bin /usr/lib /usr/share /var/lib/texmf /etc/texmf /dev);
wall('write-proc', 'EROFS EACCES', sub { sysopen(my $file, '/proc/sys/kernel/hostname', O_WRONLY) });
wall('write-core-pattern', 'EROFS EACCES', sub { sysopen(my $file, '/proc/sys/kernel/core_pattern', O_WRONLY) });

wall('become-root', 'EPERM EINVAL', call(105, 0));
wall('raise-limit', 'EPERM', sub { my $more = pack('QQ', 1024, 1024); made(302, 0, 7, $more, 0) == 0 });
wall('unlimited-memory', 'EPERM', sub { my $more = pack('QQ', ~0, ~0); made(302, 0, 9, $more, 0) == 0 });
wall('processes', 'EAGAIN', sub {
  my @made;
  my ($ok, $why) = (1, 0);
  for (1 .. 80) {
    my $pid = fork;
    if (!defined $pid) { ($ok, $why) = (0, $! + 0); last }
    if (!$pid) { sleep 10; exit }
    push @made, $pid;
  }
  kill KILL => @made;
  waitpid $_, 0 for @made;
  $! = $why;
  return $ok;
});
my $status = slurp('/proc/self/status');
inside('no-capabilities', sub { $status =~ /^CapEff:\s0+$/m });
inside('no-bounding-set', sub { $status =~ /^CapBnd:\s0+$/m });
inside('no-new-privileges', sub { $status =~ /^NoNewPrivs:\s1$/m });
inside('seccomp', sub { $status =~ /^Seccomp:\s2$/m });
inside('seccomp-of-first', sub { slurp('/proc/1/status') =~ /^Seccomp:\s2$/m });
inside('own-processes-only', sub { opendir(my $dir, '/proc'); (grep { /^\d+$/ && -r "/proc/$_/stat" } readdir $dir) < 12 });
inside('clean-environment', sub {
  my $text = slurp('/proc/1/environ');
  $text ne '' && !grep { !/^(PATH|PWD|ASYGROUND_JAIL|OLDPWD|SHLVL|_)=/ } split /\0/, $text;
});
inside('no-descriptors-left', sub { opendir(my $dir, '/proc/self/fd'); (grep { /^\d+$/ } readdir $dir) <= 5 });

# These end whoever asks.
my $buffer = "\0" x 128;
my $folder = "$scratch/.proof-folder";
my $node = "$scratch/.proof-node";
mkdir $folder;
my $opened = sub { my ($path) = @_; sysopen(my $file, $path, O_RDONLY) or return; $file };
wall('mount', 'SIGSYS', call(165, 'none', $folder, 'tmpfs', 0, 0));
wall('umount', 'SIGSYS', call(166, $folder, 2));
wall('unshare', 'SIGSYS', call(272, 0x04000000));
wall('setns', 'SIGSYS', sub { my $file = $opened->('/proc/self/ns/uts') or return 0; made(308, fileno($file), 0) == 0 });
wall('ptrace', 'SIGSYS', call(101, 0, 0, 0, 0));
wall('keyctl', 'SIGSYS', call(250, 0, -3, 1));
wall('add-key', 'SIGSYS', call(248, 'user', 'asyground-proof', 'x', 1, -1));
wall('bpf', 'SIGSYS', sub { my $map = pack('LLLL', 2, 4, 4, 1) . $buffer; made(321, 0, $map, 72) >= 0 });
wall('perf-events', 'SIGSYS', sub { my $event = pack('LLQ', 1, 112, 0) . $buffer; made(298, $event, 0, -1, -1, 0) >= 0 });
wall('io-uring', 'SIGSYS', call(425, 1, $buffer));
wall('userfaultfd', 'SIGSYS', call(323, 1));
wall('kexec', 'SIGSYS', call(246, 0, 1, 0, 0xffff));
wall('init-module', 'SIGSYS', call(175, 'x', 1, ''));
wall('pivot-root', 'SIGSYS', call(155, $folder, $folder));
wall('open-by-handle', 'SIGSYS', sub { my $handle = pack('Ii', 8, 1) . pack('Q', 2); made(304, -100, $handle, 0) >= 0 });
wall('process-memory', 'SIGSYS', sub {
  my ($from, $to) = ('secret', "\0" x 6);
  my ($remote, $local) = map { pack('QQ', unpack('Q', pack('P', $_)), 6) } $from, $to;
  syscall(310, $$ + 0, $local, 1, $remote, 1, 0) == 6;
});
wall('x32-table', 'SIGSYS', call(0x40000000 + 39));

# These do not exist.
wall('new-user-namespace', 'EPERM', sub { my $pid = made(56, 0x10000000 | 17, 0, 0, 0, 0); exit if $pid == 0; $pid > 0 });
wall('clone3', 'ENOSYS', call(435, $buffer, 0));
wall('device', 'EPERM', makes($node, 133, $node, 0060600, 0x0701));
wall('link', 'EPERM', makes($node, 86, $0, $node));
wall('symlink', 'EPERM', makes($node, 88, '/', $node));
wall('chroot', 'EPERM', call(161, '/'));
wall('hostname', 'EPERM', call(170, 'asyground', 9));
wall('clock', 'EPERM', call(164, 0, 0));
wall('kernel-log', 'EPERM', call(103, 10, 0, 0));
wall('memfd', 'EPERM', call(319, 'x', 0));
wall('shared-memory', 'EPERM', sub { my $id = made(29, 0, 4096, 0600); $id >= 0 && made(31, $id, 0, 0) >= 0 });
wall('message-queue', 'EPERM', sub { my $id = made(68, 0, 0600); $id >= 0 && made(71, $id, 0, 0) >= 0 });
wall('semaphore', 'EPERM', sub { my $id = made(64, 0, 1, 0600); $id >= 0 && made(66, $id, 0, 0) >= 0 });
wall('inotify', 'EPERM', call(294, 0));
wall('fanotify', 'EPERM', call(300, 0, 0));
wall('pidfd-open', 'EPERM', call(434, $$ + 0, 0));
wall('landlock', 'EPERM', call(444, 0, 0, 1));
wall('seccomp-again', 'EPERM', call(317, 2, 0, pack('L', 0x7fff0000)));
wall('personality', 'EPERM', call(135, 0xffffffff));
wall('timer', 'EPERM', sub { my $id = "\0" x 8; made(222, 1, 0, $id) == 0 });
wall('affinity', 'EPERM', sub { my $mask = pack('Q', 1) . "\0" x 120; made(203, 0, 128, $mask) == 0 });
wall('priority', 'EPERM', call(141, 0, 0, 0));
wall('xattr', 'EPERM', call(188, $folder, 'user.x', 'y', 1, 0));
rmdir $folder;

wall('file-bytes', 'EFBIG', sub { fill($scratch, 1, 40) });
wall('work-folder-bytes', 'ENOSPC', sub { fill($scratch, 4, 30) });
wall('temporary-folder-bytes', 'ENOSPC', sub { fill($is_control ? $scratch : '/tmp', 2, 30) });
