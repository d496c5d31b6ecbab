# tries: become root through the machine's own setuid programs
# from: CVE-2021-4034 (pkexec), CVE-2021-3156 (sudo)
tried setuid-programs
for p in su sudo pkexec newgrp mount umount passwd chsh; do command -v $p > /dev/null && echo | $p -c id root 2> /dev/null | grep -q 'uid=0' && echo PWNED; done
for number in 105 106 113 114 117 119 122 123; do call "set-identity-$number" "$number" 0 0 0; done
call set-groups 116 0 b:4
call set-capabilities 126 b:8 b:24
forbidden ambient-capability perl -e 'exit(syscall(157, 47, 2, 21, 0, 0) == 0 ? 0 : 1)'
forbidden keep-capabilities sh -c 'grep -q "^CapBnd:.*[1-9a-f]" /proc/self/status'
