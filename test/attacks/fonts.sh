# tries: use fonts and their caches as a way out
# duration: 8
# from: fontconfig and FreeType parsers, CVE-2020-15999
forbidden font-cache sh -c 'echo x > /var/cache/fontconfig/x'
forbidden font-config sh -c 'echo x > /etc/fonts/local.conf'
tried font-maker
mktexpk --mfmode ljfour --bdpi 600 --mag 1+0/600 --dpi 600 cmr10 > /dev/null 2>&1; ls -d /var/lib/texmf/fonts/pk 2> /dev/null && echo PWNED
forbidden font-metrics-shared sh -c 'mktextfm nosuchfont10 && test -e /var/lib/texmf/fonts/tfm'
