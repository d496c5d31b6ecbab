# tries: mark files for others
# from: capabilities and labels in attributes
printf x > marked
call set-user 188 s:marked s:user.x s:y 1 0
call set-capability 188 s:marked s:security.capability b:20 20 0
call set-trusted 188 s:marked s:trusted.overlay.opaque s:y 1 0
call set-acl 188 s:marked s:system.posix_acl_access b:28 28 0
call set-by-descriptor 190 0 s:user.x s:y 1 0
call set-by-link 189 s:marked s:user.x s:y 1 0
forbidden immutable perl -e 'open(F, "<", "marked"); my $f = pack("L", 0x10); exit(ioctl(F, 0x40086602, $f) ? 0 : 1)'
forbidden change-owner chown 0 marked
forbidden change-group chgrp 0 marked
