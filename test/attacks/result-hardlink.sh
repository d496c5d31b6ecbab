# tries: a result that is another file under a second name
# from: protected_hardlinks=0
ln /etc/texmf/web2c/texmf.cnf linked.svg && echo PWNED
