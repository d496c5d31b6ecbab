# tries: plant a program where others would run it
# from: supply-chain implants in shared build machines
for d in / /usr/bin /usr/lib /usr/share /etc /etc/texmf /var/lib/texmf /usr/share/asymptote; do echo x > $d/pwned 2> /dev/null && echo "PWNED $d"; done
