# tries: plant a program where others would run it
# from: supply-chain implants in shared build machines
for folder in / /usr/bin /usr/lib /usr/share /etc /etc/texmf /var/lib/texmf /usr/share/asymptote /fast /dev /etc/alternatives /var/cache/fontconfig; do forbidden "write-$folder" sh -c "echo x > $folder/pwned"; done
forbidden append-library sh -c 'echo x >> /etc/ld.so.cache'
forbidden preload sh -c 'echo /job/x.so > /etc/ld.so.preload'
