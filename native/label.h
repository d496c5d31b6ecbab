// Which labels leave TeX as it was.
#ifndef LABEL_H
#define LABEL_H

#include <stddef.h>

// True if typesetting this can change nothing that outlives it: plain characters and control sequences of a list of
// symbols, accents, fractions and the like, with balanced braces. It is not tried to be clever: what is not on the list
// may be as harmless.
int isHarmlessLabel(const char *label, size_t length);

// True for `\usepackage{...}` of packages that change none of this, with blank lines between.
int isHarmlessPreamble(const char *preamble, size_t length);

#endif
