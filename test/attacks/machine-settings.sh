# tries: change the clock, the name, the swap; restart the machine
# from: containers without a seccomp filter
forbidden hostname hostname pwned
forbidden date date -s 2000-01-01
call reboot 169 0xfee1dead 672274793 0x1234567 0
call swapon 167 s:/job/main.asy 0
call swapoff 168 s:/job/main.asy
call settimeofday 164 b:16 0
call clock-settime 227 0 b:16
call adjtimex 159 b:208
call domainname 171 s:pwned 5
call acct 163 0
call quotactl 179 0x800002 s:/dev/sda 0 b:64
call syncfs 306 0
