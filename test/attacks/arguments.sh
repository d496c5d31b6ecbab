# tries: find secrets on command lines
# from: passwords visible in ps
hidden command-lines '[r]edis|--[d]ata-dir|[s]ecret=|[s]upervisor' sh -c 'cat /proc/*/cmdline | tr "\0" " "'
hidden thread-names '[r]edis|[n]ode|[s]upervisor' sh -c 'cat /proc/*/task/*/comm'
