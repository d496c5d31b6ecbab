# tries: read the password hashes
# from: the first thing tried after any remote code execution
for file in shadow gshadow passwd group sudoers hosts resolv.conf machine-id ssh/ssh_host_rsa_key; do forbidden "read-$file" cat "/etc/$file"; done
