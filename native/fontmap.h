// The list of fonts that dvisvgm or dvips reads before every picture, cut down to those of the picture.
//
// The list has thousands of lines, and a picture uses a handful of fonts. They only ever look a font up by its name, so that
// they find the same in the lines of these names alone. Where that is not certain (a font that is made of others,
// or that has no line of its own) they read the whole list.
#ifndef FONTMAP_H
#define FONTMAP_H

#include <stddef.h>

enum { MAX_FONT_NAMES = 64, MAX_FONT_NAME = 64 };

struct fontNames {
  char names[MAX_FONT_NAMES][MAX_FONT_NAME];
  int count;
};

// The fonts of a DVI file, as its end names them; false for anything that TeX does not write.
int readFontNames(struct fontNames *fonts, const unsigned char *dvi, size_t length);
// The lines of these fonts, in the order of the list; their length, or 0 if one has none or they do not fit.
size_t linesOfFonts(const struct fontNames *fonts, const char *map, size_t mapLength, char *lines, size_t size);
// This process was called like that: it will read a shorter list, if that is asy's usual call.
void expectFontsOf(int argc, char *const argv[]);
// A file with that shorter list, if this is the path of the list; -1 if the file at the path is to be read.
int openShorterList(const char *path);

#endif
