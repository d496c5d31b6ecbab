// A Ghostscript that stands by in the middle of its own start.
//
// Before a picture it reads a library of its own, which takes most of its time and is the same for all of them. Arguments of a
// call like the size of the page and the name of the file are variables of PostScript, which nothing looks at until that
// library is there. So it is started with arguments of the right form. Its first file is a prepared one
// (scripts/setup/toolchain/ghostscript.mjs): behind the library that reads a file of ours, and there it stands by. When a
// call has come, it finds in that file what the arguments of the call define.
#ifndef STANDBY_GHOSTSCRIPT_H
#define STANDBY_GHOSTSCRIPT_H

#include <stdio.h>

// The arguments that a Ghostscript is to be started with which will stand by under this name; NULL if it can only stand by
// before its start, like any other tool.
char **argumentsAhead(const char *name, int *count);
// Makes a trial of a call, for set-up: the arguments that this process was called with are those of a call that has come.
char **argumentsOfTrial(int argc, char *argv[], int *count);
// While it starts, the file that it reads instead of one of its own; NULL if it reads that one.
FILE *openForGhostscript(const char *path);

#endif
