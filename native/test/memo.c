#define _GNU_SOURCE
#include "../learned.h"

#include <string.h>

#include "check.h"

#define READY "\n*(Please type a command or say `\\end')\n*"
#define PREAMBLE "\n\\first\n\\last\n"
#define SIZE "\\fontsize{12}{14.4}\\selectfont%\n\n"
#define SMALL "\\fontsize{8}{9.6}\\selectfont%\n\n"
#define FACE "\\usefont{\\ASYencoding}{\\ASYfamily}{\\ASYseries}{\\ASYshape}%\n\n"
#define LABEL(text) "\\setbox\\ASYbox=\\hbox{" text "}\n\n"
#define QUESTION(what) "\\immediate\\write16{>dim(\\the\\" what "\\ASYbox)dim}\n"
#define NUMBER(number) ">dim(" number "pt)dim\n\n*"

static struct memo *memo;

static struct text text(const char *words) { return (struct text){words, strlen(words)}; }

static int is(struct text given, const char *words) {
  return given.length == strlen(words) && memcmp(given.bytes, words, given.length) == 0;
}

// asy says something that TeX has to answer.
static int asks(const char *said, const char *answer) {
  struct verdict verdict = memoHear(memo, text(said));
  if (verdict.advice != MEMO_ASK) return 0;
  memoAnswer(memo, text(answer));
  return 1;
}

static int serves(const char *said, const char *reply) {
  struct verdict verdict = memoHear(memo, text(said));
  return verdict.advice == MEMO_SERVE && is(verdict.reply, reply);
}

static int leaves(const char *said) { return memoHear(memo, text(said)).advice == MEMO_LEAVE; }

static void begin(void) {
  memo = newMemo(text(PREAMBLE), strlen("\n\\first\n"));
  CHECK(asks(PREAMBLE SIZE, "(article.cls)\n*" READY));
  CHECK(asks(FACE, READY));
}

static void askLabel(const char *label, const char *width) {
  CHECK(asks(label, READY));
  CHECK(asks(QUESTION("wd"), width));
  CHECK(asks(QUESTION("ht"), NUMBER("7.5")));
  CHECK(asks(QUESTION("dp"), NUMBER("0.0")));
}

static void remembersALabelInItsFont(void) {
  begin();
  askLabel(LABEL("$x$"), NUMBER("6.5"));
  CHECK(serves(SIZE, READY));
  CHECK(serves(FACE, READY));
  CHECK(serves(LABEL("$x$"), READY));
  CHECK(serves(QUESTION("wd"), NUMBER("6.5")));
  CHECK(serves(QUESTION("ht"), NUMBER("7.5")));
  CHECK(serves(QUESTION("dp"), NUMBER("0.0")));
  askLabel(LABEL("$y$"), NUMBER("5.5"));
  CHECK(asks(SMALL, READY));
  CHECK(serves(FACE, READY));
  askLabel(LABEL("$x$"), NUMBER("4.5"));
}

static void catchesUpWithTheFont(void) {
  begin();
  askLabel(LABEL("a"), NUMBER("1.0"));
  CHECK(asks(SMALL, READY));
  CHECK(serves(SIZE, READY));
  CHECK(serves(LABEL("a"), READY));
  // TeX still has the small font.
  struct verdict verdict = memoHear(memo, text(LABEL("b")));
  CHECK(verdict.advice == MEMO_ASK);
  CHECK(is(verdict.before, SIZE FACE));
  CHECK(verdict.promptsBefore == 2);
  memoAnswer(memo, text(READY));
  verdict = memoHear(memo, text(QUESTION("wd")));
  CHECK(verdict.advice == MEMO_ASK && verdict.before.length == 0);
}

static void leavesWithTheFontInPlace(void) {
  begin();
  CHECK(asks(SMALL, READY));
  CHECK(serves(SIZE, READY));
  struct verdict verdict = memoHear(memo, text("\\gdef\\x{1}%\n" SIZE));
  CHECK(verdict.advice == MEMO_LEAVE);
  CHECK(is(verdict.before, SIZE FACE));
  CHECK(leaves(LABEL("a")));
}

static void knowsItsPreambleOnly(void) {
  static const char *const strange[] = {
      "\n\\first\n\\def\\x{1}\n\\last\n" SIZE, "\n\\first\n" SIZE, "\n\\last\n" SIZE, PREAMBLE, PREAMBLE LABEL("x"),
      "\n\\other\n\\last\n" SIZE,
  };
  for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
    memo = newMemo(text(PREAMBLE), strlen("\n\\first\n"));
    CHECK(leaves(strange[i]));
  }
  memo = newMemo(text(PREAMBLE), strlen("\n\\first\n"));
  CHECK(asks("\n\\first\n\\usepackage{amsmath}\n\n\\last\n" SIZE, "(amsmath.sty)\n*" READY));
  CHECK(asks(FACE, READY));
  askLabel(LABEL("a"), NUMBER("1.0"));
}

static void leavesAfterAnyComplaint(void) {
  static const char *const complaints[] = {"! Undefined control sequence.\n" READY, "\nOverfull" READY, "\n*", ""};
  for (size_t i = 0; i < sizeof complaints / sizeof *complaints; i++) {
    begin();
    CHECK(asks(LABEL("$x$"), complaints[i]));
    CHECK(leaves(QUESTION("wd")));
    begin();
    CHECK(asks(SMALL, complaints[i]));
    CHECK(leaves(FACE));
  }
  begin();
  CHECK(asks(LABEL("$x$"), READY));
  CHECK(asks(QUESTION("wd"), ">dim(1pt)dim\n"));
  CHECK(leaves(QUESTION("ht")));
  memo = newMemo(text(PREAMBLE), strlen("\n\\first\n"));
  CHECK(asks(PREAMBLE SIZE, "LaTeX Warning: x\n*" READY));
  CHECK(leaves(FACE));
}

static void leavesAtWhatIsNotHarmless(void) {
  static const char *const harmful[] = {LABEL("\\stepcounter{x}"), "\\sffamily%\n\n", "\\show 0\n",
                                        "\\usefont{T1}{ptm}{b}{n}\\gdef\\x{}%\n\n", QUESTION("wd")};
  for (size_t i = 0; i < sizeof harmful / sizeof *harmful; i++) {
    begin();
    CHECK(leaves(harmful[i]));
    CHECK(leaves(LABEL("a")));
  }
}

static void doesNotRememberHalfALabel(void) {
  begin();
  CHECK(asks(LABEL("a"), READY));
  CHECK(asks(QUESTION("wd"), NUMBER("1.0")));
  CHECK(asks(LABEL("a"), READY));
  CHECK(asks(QUESTION("ht"), NUMBER("1.0")));
  CHECK(asks(LABEL("a"), READY));
}

static char learned[LEARNED_MAX_BYTES];

// What a conversation with one label has learned.
static size_t learn(void) {
  begin();
  memoGreeting(memo, text("This is TeX\n*"));
  askLabel(LABEL("a"), NUMBER("1.0"));
  return memoTell(memo, learned);
}

static int recalls(const char *bytes, size_t length) {
  memo = newMemo(text(PREAMBLE), strlen("\n\\first\n"));
  return memoRecall(memo, (struct text){bytes, length});
}

static void remembersBeyondItsConversation(void) {
  size_t length = learn();
  CHECK(recalls(learned, length));
  CHECK(is(memoSleep(memo), "This is TeX\n*"));
  CHECK(serves(PREAMBLE SIZE, "(article.cls)\n*" READY));
  CHECK(serves(FACE, READY));
  CHECK(serves(LABEL("a"), READY));
  CHECK(serves(QUESTION("wd"), NUMBER("1.0")));
  CHECK(memoIsAsleep(memo));
  // Another label: TeX wakes, and is brought to where asy believes it to be.
  struct verdict verdict = memoHear(memo, text(LABEL("b")));
  CHECK(verdict.advice == MEMO_ASK && verdict.wakes && !memoIsAsleep(memo));
  CHECK(is(verdict.before, PREAMBLE SIZE SIZE FACE));
  CHECK(verdict.promptsBefore == 4);
  memoAnswer(memo, text(READY));
  CHECK(asks(QUESTION("wd"), NUMBER("2.0")));
  CHECK(asks(QUESTION("ht"), NUMBER("2.0")));
  CHECK(asks(QUESTION("dp"), NUMBER("2.0")));
  CHECK(serves(LABEL("a"), READY));
  // Both are told on.
  length = memoTell(memo, learned);
  CHECK(recalls(learned, length));
  memoSleep(memo);
  CHECK(serves(PREAMBLE SIZE, "(article.cls)\n*" READY) && serves(FACE, READY) && serves(LABEL("b"), READY));
}

static void forgetsWithAnotherPreamble(void) {
  size_t length = learn();
  CHECK(recalls(learned, length));
  memoSleep(memo);
  struct verdict verdict = memoHear(memo, text("\n\\first\n\\usepackage{amsmath}\n\\last\n" SIZE));
  CHECK(verdict.advice == MEMO_ASK && verdict.wakes && verdict.before.length == 0);
  memoAnswer(memo, text("(amsmath.sty)\n*" READY));
  CHECK(asks(FACE, READY));
  CHECK(asks(LABEL("a"), READY));
}

static void wakesForWhatItDoesNotKnow(void) {
  size_t length = learn();
  CHECK(recalls(learned, length));
  memoSleep(memo);
  CHECK(serves(PREAMBLE SIZE, "(article.cls)\n*" READY));
  struct verdict verdict = memoHear(memo, text("\\show 0\n"));
  CHECK(verdict.advice == MEMO_LEAVE && verdict.wakes && is(verdict.before, PREAMBLE SIZE));
}

// No piece of it, and nothing with a byte changed in its form, makes more of it than its own.
static void readsNothingElse(void) {
  size_t length = learn();
  static char copy[LEARNED_MAX_BYTES];
  for (size_t part = 0; part < length; part++) {
    // Whole lines of it are less, and as good.
    CHECK(!recalls(learned, part) || learned[part - 1] == '\n');
    memcpy(copy, learned, length);
    copy[part] = '\t';
    recalls(copy, length);
    copy[part] = (char)0xff;
    recalls(copy, length);
  }
  CHECK(!recalls("labels 1\n99999\n", strlen("labels 1\n99999\n")));
}

int main(void) {
  remembersBeyondItsConversation();
  forgetsWithAnotherPreamble();
  wakesForWhatItDoesNotKnow();
  readsNothingElse();
  remembersALabelInItsFont();
  catchesUpWithTheFont();
  leavesWithTheFontInPlace();
  knowsItsPreambleOnly();
  leavesAfterAnyComplaint();
  leavesAtWhatIsNotHarmless();
  doesNotRememberHalfALabel();
  return ended();
}
