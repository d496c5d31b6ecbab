# tries: use programs of the machine that help to break out
# from: living off the land
forbidden debugger gdb -p 1 -batch
hidden crontab . sh -c 'ls /var/spool/cron /etc/cron.d'
forbidden systemd sh -c 'systemctl status && test -d /run/systemd/system'
forbidden capabilities-of-files sh -c 'find /usr/bin -perm -4000 -newer /etc/shadow | grep -q .'
forbidden log-to-host sh -c 'logger x && test -S /dev/log'
forbidden wall-message sh -c 'test -e /run/utmp && wall x'
