# tries: find the server's own program, configuration and data
# from: path traversal into application folders
find / -xdev \( -name 'supervisor.mjs' -o -name 'package.json' -o -name 'redis.sock' -o -name 'appendonly*' \) 2> /dev/null | grep -q . && echo PWNED
