# tries: look into home folders for keys and histories
# from: stolen ssh keys of CI runners
ls /root /home/* && echo PWNED
