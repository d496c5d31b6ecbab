#define _GNU_SOURCE
#include "../memo.h"

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

int main(void) {
  remembersALabelInItsFont();
  catchesUpWithTheFont();
  leavesWithTheFontInPlace();
  knowsItsPreambleOnly();
  leavesAfterAnyComplaint();
  leavesAtWhatIsNotHarmless();
  doesNotRememberHalfALabel();
  return ended();
}
