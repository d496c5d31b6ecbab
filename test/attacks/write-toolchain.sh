# tries: change asy's base library for everybody after us
# from: poisoned caches of shared compilers
forbidden base-library sh -c "echo 'write(1);' >> /usr/share/asymptote/plain.asy"
forbidden prepared-format sh -c 'echo x >> /var/lib/texmf/web2c/pdftex/latex.fmt'
forbidden prepared-folder sh -c 'echo x > /fast/stamp'
forbidden chmod-library chmod 777 /usr/share/asymptote/plain.asy
forbidden rename-library mv /usr/share/asymptote /usr/share/away
