# tries: read the password hashes
# from: the first thing tried after any remote code execution
cat /etc/shadow && echo PWNED
