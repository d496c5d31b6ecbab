# tries: use up the machine's processes
# duration: 3
# from: :(){ :|:& };:
f() { f | f & }; f; sleep 10
