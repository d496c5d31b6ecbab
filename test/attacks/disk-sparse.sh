# tries: claim a terabyte with a hole
# from: tools that trust the size of a file
forbidden sparse-terabyte truncate -s 1T main.svg
forbidden sparse-by-fallocate fallocate -l 1G main.svg
forbidden sparse-by-seek perl -e 'open(F, ">", "hole.svg"); seek(F, 1 << 40, 0); exit(print(F "x") && close(F) ? 0 : 1)'
