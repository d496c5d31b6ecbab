# tries: a folder in the place of a result
# from: readers that crash on EISDIR
tried result-folder
mkdir folder.svg; mkdir folder.pdf; mkdir -p main.svg/main.svg
