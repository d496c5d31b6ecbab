// What a memo knows of labels: their sizes by font and text, and what TeX said to one preamble.
//
// As text it outlives its conversation: the worker keeps it for the client that caused it, and hands it to that client's next
// jail. A jail can write whatever it likes there, so that every line is checked when it is read.
#ifndef LEARNED_H
#define LEARNED_H

#include "memo.h"

enum { MAX_FONTS = 64, MAX_COMMAND = 256, MAX_NUMBER = 32, SIZES = 3, LABEL_BUCKETS = 4096, LEARNED_MAX_BYTES = 48 * 1024 };

// The font as the last command of each kind set it; each command, with the line that makes TeX prompt.
struct font {
  char size[MAX_COMMAND];
  char face[MAX_COMMAND];
};

struct entry {
  struct entry *next;
  int font;
  // In this conversation.
  int isUsed;
  size_t length;
  int known;
  char sizes[SIZES][MAX_NUMBER];
  char label[];
};

struct learned {
  // Copies; each may be missing.
  struct text greeting, preamble, answer;
  // Fonts that TeX has taken without a word.
  struct font fonts[MAX_FONTS];
  int fontCount;
  struct entry *buckets[LABEL_BUCKETS];
  int entryCount;
};

// `>dim(12.5pt)dim`, a blank line and the prompt.
int isSize(struct text answer);
int setsSize(struct text said);
int setsFace(struct text said);

// Its number, or -1 if TeX has not taken it yet.
int findFont(const struct learned *learned, const struct font *font);
// Makes one if there is none; NULL if there are too many.
struct entry *findEntry(struct learned *learned, struct text label, int font);
void forgetLabels(struct learned *learned);
void keepCopy(struct text *kept, struct text text);

// False for anything but the text of what was learned; nothing is known then.
int readLearned(struct learned *learned, struct text text);
// The length, at most LEARNED_MAX_BYTES: what was used last goes first, and the rest may be left out. 0 if there is nothing.
size_t writeLearned(const struct learned *learned, char bytes[LEARNED_MAX_BYTES]);

#endif
