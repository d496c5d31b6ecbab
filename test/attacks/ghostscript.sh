# tries: leave through Ghostscript itself, without SAFER
# duration: 10
# from: CVE-2018-16509, CVE-2019-6116, CVE-2023-36664, CVE-2024-29510
hidden gs-read 'root:' gs -q -dNOSAFER -dNODISPLAY -dBATCH -c '(/etc/passwd) (r) file 100 string readline pop print flush' -c quit
hidden gs-pipe 'root:|PWN' gs -q -dNOSAFER -dNODISPLAY -dBATCH -c '(%pipe%cat /etc/shadow) (r) file 100 string readline pop print flush' -c quit
forbidden gs-write sh -c "gs -q -dNOSAFER -dNODISPLAY -dBATCH -c '(/usr/share/x) (w) file closefile' -c quit && test -e /usr/share/x"
forbidden gs-rename sh -c "gs -q -dNOSAFER -dNODISPLAY -dBATCH -c '(/usr/bin/asy) (/usr/bin/x) renamefile' -c quit && test -e /usr/bin/x"
hidden gs-list 'shadow' gs -q -dNOSAFER -dNODISPLAY -dBATCH -c '(/etc/*) { = } 256 string filenameforall' -c quit
hidden gs-environment 'root|redis|token' gs -q -dNOSAFER -dNODISPLAY -dBATCH -c '(HOME) getenv { = } if (REDIS_URL) getenv { = } if' -c quit
