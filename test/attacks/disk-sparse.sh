# tries: claim a terabyte with a hole
# from: tools that trust the size of a file
truncate -s 1T main.svg && echo PWNED
