// Remembers the sizes of labels within one conversation of asy with TeX, and answers in TeX's place.
//
// asy asks for each label anew, wherever it stands and as often as it is placed: it sets the font, puts the label into a
// box, and asks for width, height and depth. The answers depend on the label, the font and TeX's state. An answer is
// remembered only as long as nothing can have changed that state: every label since then was of known harmless words
// (label.h), and TeX had nothing to say but its prompt. At the first thing that is not known (an own preamble, a
// command between labels, a warning, an error) the memo steps aside for good, and asy talks to TeX directly.
//
// What was learned outlives the conversation: it is told to the worker (learned.h), and the next conversation of the same
// client begins with it. As long as all answers are known TeX sleeps: it has not even been started. When it is needed
// after all, it hears the preamble and the font first, and drops what it says to that.
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
  // Send `before` first and drop the answers (so many prompts) to it, and the greeting if that wakes TeX; then what asy
  // said; pass TeX's answer on, and report it.
  MEMO_ASK,
  // As MEMO_ASK, and from now on everything passes untouched.
  MEMO_LEAVE,
};

struct verdict {
  enum advice advice;
  struct text reply;
  struct text before;
  int promptsBefore;
  int wakes;
};

// `preamble` is what asy says to TeX before its first label, as it was recorded when the toolchain was prepared;
// `userAt` is where it puts the commands of a program.
struct memo *newMemo(struct text preamble, size_t userAt);

// What an earlier conversation learned, as text: false if it is not that, and nothing is known.
int memoRecall(struct memo *memo, struct text text);
// The same for the next one; `bytes` has LEARNED_MAX_BYTES. 0 if there is nothing to tell.
size_t memoTell(const struct memo *memo, char bytes[]);

// What TeX said before it was first asked.
void memoGreeting(struct memo *memo, struct text greeting);

// TeX has not been started: the greeting with which it would have begun. Only with something that was remembered.
struct text memoSleep(struct memo *memo);
size_t memoGreetingLength(const struct memo *memo);
int memoIsAsleep(const struct memo *memo);

// Everything asy said since it last listened.
struct verdict memoHear(struct memo *memo, struct text said);

// All that TeX answered to what it was last asked. It is called before the next memoHear().
void memoAnswer(struct memo *memo, struct text answer);

#endif
