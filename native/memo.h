// Remembers the sizes of labels within one conversation of asy with TeX, and answers in TeX's place.
//
// asy asks for each label anew, wherever it stands and as often as it is placed: it sets the font, puts the label into a
// box, and asks for width, height and depth. The answers depend on the label, the font and TeX's state. An answer is
// remembered only as long as nothing can have changed that state: every label since then was of known harmless words
// (label.h), and TeX had nothing to say but its prompt. At the first thing that is not known (an own preamble, a
// command between labels, a warning, an error) the memo steps aside for good, and asy talks to TeX directly.
//
// This part does no input or output: it is told what asy said and what TeX answered, and says what to do.
#ifndef MEMO_H
#define MEMO_H

#include <stddef.h>

struct memo;

struct text {
  const char *bytes;
  size_t length;
};

enum advice {
  // Answer with `reply`; TeX hears nothing.
  MEMO_SERVE,
  // Send `before` first and drop the answers (so many prompts) to it, then what asy said; pass TeX's answer on, and
  // report it.
  MEMO_ASK,
  // As MEMO_ASK, and from now on everything passes untouched.
  MEMO_LEAVE,
};

struct verdict {
  enum advice advice;
  struct text reply;
  struct text before;
  int promptsBefore;
};

// `preamble` is what asy says to TeX before its first label, as it was recorded when the toolchain was prepared;
// `userAt` is where it puts the commands of a program.
struct memo *newMemo(struct text preamble, size_t userAt);

// Everything asy said since it last listened.
struct verdict memoHear(struct memo *memo, struct text said);

// All that TeX answered to what it was last asked. It is called before the next memoHear().
void memoAnswer(struct memo *memo, struct text answer);

#endif
