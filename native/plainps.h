// The little PostScript that dvisvgm needs for a picture of plain labels, and what Ghostscript would print for it.
//
// dvisvgm hands Ghostscript strings and reads lines such as `dvi.setgray 0.5` back. Known are: its prologue, word for
// word as it was recorded when the toolchain was prepared; moves; colours; where the pen is; labels turned by quarters;
// the end of a page. Numbers are known as far as Ghostscript prints them as they came. All else is not known.
#ifndef PLAINPS_H
#define PLAINPS_H

#include <stddef.h>

enum { PLAINPS_MAX_PRINTED = 2048, PLAINPS_MAX_NUMBER = 16 };

struct plainps {
  // Records of the prologue that are still to come: each a string and what is printed when it is flushed.
  const char *prologue, *prologueEnd;
  char point[2][PLAINPS_MAX_NUMBER];
  char colour[3][PLAINPS_MAX_NUMBER], savedColour[3][PLAINPS_MAX_NUMBER];
  // The colour can be told in red, green and blue.
  int isColourKnown, isTurned;
  // Not read by dvisvgm yet.
  char printed[PLAINPS_MAX_PRINTED];
  size_t printedLength;
};

// Records of a prologue: a four-byte length and as many bytes, in turn for a string and for what it prints.
void beginPlainps(struct plainps *state, const char *prologue, size_t length);

// False if the string is not known; nothing has changed then.
int runPlainps(struct plainps *state, const char *string, size_t length);

// Whether the string makes Ghostscript hand over what it has printed.
int isFlush(const char *string, size_t length);

#endif
