# tries: a result that is another file under a second name
# from: protected_hardlinks=0
forbidden hard-link ln /etc/texmf/web2c/texmf.cnf linked.svg
call link-at 265 -100 s:/etc/texmf/web2c/texmf.cnf -100 s:linked.svg 0
call link-descriptor 265 0 s: -100 s:linked.svg 0x1000
