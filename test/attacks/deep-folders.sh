# tries: make folders too deep to be removed
# duration: 5
# from: PATH_MAX and clean-up scripts
tried deep-folders
perl -e 'for (1..3000) { mkdir "d" or last; chdir "d" or last }'
