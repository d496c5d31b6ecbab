# tries: look into home folders for keys and histories
# from: stolen ssh keys of CI runners
for folder in /root /home /srv /mnt /media /opt /var/lib/redis /var/spool /var/mail /var/backups; do forbidden "list-$folder" ls "$folder"; done
forbidden tilde-root sh -c 'ls ~root'
