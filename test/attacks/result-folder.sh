# tries: a folder in the place of a result
# from: readers that crash on EISDIR
mkdir folder.svg; mkdir folder.pdf
