// Calls of Ghostscript as asy makes them: for a pdf of what is drawn, for a png or a ps of such a
// pdf, and for the paths of letters, of which it is only told.
//
// Some arguments differ from call to call. Each has a stand-in of the same form, which a Ghostscript can be started with
// before there is a call, and a definition in PostScript that comes to the same as the argument itself.
#ifndef GHOSTSCRIPT_CALL_H
#define GHOSTSCRIPT_CALL_H

#include <stdio.h>

// In place of the names of files, which are never opened.
#define NO_OUTPUT "asyground-no-output"
#define NO_FILE "asyground-nothing-that-is-as-long-as-the-name-of-any-other-file"
enum { MAX_NAME = sizeof NO_FILE, MAX_ARGUMENTS = 32 };

// What the rest of an argument may be.
enum value { FIXED, TRUTH, NUMBER, PIXELS, RESOLUTION, OUTPUT, PAGES, INPUT };
struct argument {
  const char *text;
  enum value value;
  // Longer than any other of its sort; NULL for one that is always the same.
  const char *standIn;
};

// The arguments of one sort of calls, until one without text; NULL if there is no such sort.
const struct argument *argumentsOf(const char *sort);
int isCall(const struct argument *arguments, int argc, char *const argv[]);
void define(FILE *definitions, const struct argument *argument, const char *text);

#endif
