#define _GNU_SOURCE
#include "memo.h"

#include <stdlib.h>
#include <string.h>

#include "label.h"
#include "learned.h"

#define READY "\n*(Please type a command or say `\\end')\n*"

static const char *const sizeQuestions[SIZES] = {
    "\\immediate\\write16{>dim(\\the\\wd\\ASYbox)dim}\n",
    "\\immediate\\write16{>dim(\\the\\ht\\ASYbox)dim}\n",
    "\\immediate\\write16{>dim(\\the\\dp\\ASYbox)dim}\n",
};

enum asked { ASKED_NOTHING, ASKED_PREAMBLE, ASKED_FONT, ASKED_LABEL, ASKED_SIZE };

struct memo {
  char *preamble;
  size_t preambleLength, userAt;
  int hasBegun, hasLeft;
  // TeX has not been started.
  int isAsleep;
  struct learned learned;
  // `wanted` is what asy believes to be set, `set` what TeX has, or had when it heard the preamble.
  struct font wanted, set;
  // The label whose sizes asy asks for now, and whether it is answered from memory.
  struct entry *current;
  int isServed;
  enum asked asked;
  int askedSize;
  char *before;
};

struct memo *newMemo(struct text preamble, size_t userAt) {
  struct memo *memo = calloc(1, sizeof *memo);
  if (!memo) return NULL;
  memo->preamble = malloc(preamble.length);
  if (!memo->preamble || userAt > preamble.length) return NULL;
  memcpy(memo->preamble, preamble.bytes, preamble.length);
  memo->preambleLength = preamble.length;
  memo->userAt = userAt;
  return memo;
}

int memoRecall(struct memo *memo, struct text text) { return readLearned(&memo->learned, text); }

size_t memoTell(const struct memo *memo, char bytes[]) { return writeLearned(&memo->learned, bytes); }

void memoGreeting(struct memo *memo, struct text greeting) { keepCopy(&memo->learned.greeting, greeting); }

struct text memoSleep(struct memo *memo) {
  memo->isAsleep = 1;
  return memo->learned.greeting;
}

size_t memoGreetingLength(const struct memo *memo) { return memo->learned.greeting.length; }

int memoIsAsleep(const struct memo *memo) { return memo->isAsleep; }

static int equals(struct text text, const char *other) {
  return text.length == strlen(other) && memcmp(text.bytes, other, text.length) == 0;
}

static int startsWith(struct text text, const char *start) {
  return text.length >= strlen(start) && memcmp(text.bytes, start, strlen(start)) == 0;
}

static int endsWith(struct text text, const char *end) {
  size_t length = strlen(end);
  return text.length >= length && memcmp(text.bytes + text.length - length, end, length) == 0;
}

static void copyCommand(char *to, struct text said) {
  memcpy(to, said.bytes, said.length);
  to[said.length] = '\0';
}

static int sameFont(const struct font *a, const struct font *b) {
  return strcmp(a->size, b->size) == 0 && strcmp(a->face, b->face) == 0;
}

static size_t copyTo(char *to, struct text text) {
  if (text.length > 0) memcpy(to, text.bytes, text.length);
  return text.length;
}

static int countPrompts(struct text said) {
  int count = said.length > 0 && said.bytes[0] == '\n';
  for (size_t i = 1; i < said.length; i++) count += said.bytes[i] == '\n' && said.bytes[i - 1] == '\n';
  return count;
}

// What brings TeX to where asy believes it to be: the preamble if it has slept until now, and the font.
static void catchUp(struct memo *memo, struct verdict *verdict) {
  int hasSlept = memo->isAsleep, isPreambleServed = hasSlept && memo->hasBegun;
  int isOtherFont = !sameFont(&memo->wanted, &memo->set);
  verdict->wakes = hasSlept;
  memo->isAsleep = 0;
  if (!isPreambleServed && !isOtherFont) return;
  struct text preamble = isPreambleServed ? memo->learned.preamble : (struct text){NULL, 0};
  free(memo->before);
  memo->before = malloc(preamble.length + sizeof(struct font));
  if (!memo->before) abort();
  size_t length = copyTo(memo->before, preamble);
  if (isOtherFont) {
    length += copyTo(memo->before + length, (struct text){memo->wanted.size, strlen(memo->wanted.size)});
    length += copyTo(memo->before + length, (struct text){memo->wanted.face, strlen(memo->wanted.face)});
  }
  verdict->before = (struct text){memo->before, length};
  verdict->promptsBefore = countPrompts(verdict->before);
  memo->set = memo->wanted;
}

static struct verdict serveText(struct text reply) { return (struct verdict){.advice = MEMO_SERVE, .reply = reply}; }

static struct verdict serve(const char *reply) { return serveText((struct text){reply, strlen(reply)}); }

static struct verdict ask(struct memo *memo, enum asked what) {
  struct verdict verdict = {.advice = MEMO_ASK};
  catchUp(memo, &verdict);
  memo->asked = what;
  return verdict;
}

static struct verdict leave(struct memo *memo) {
  struct verdict verdict = {.advice = MEMO_LEAVE};
  catchUp(memo, &verdict);
  memo->hasLeft = 1;
  return verdict;
}

// The preamble as recorded, perhaps with harmless commands of the program in their place, and the size of the first font.
static struct verdict hearPreamble(struct memo *memo, struct text said) {
  static const char size[] = "\\fontsize{";
  const char *font = memmem(said.bytes, said.length, size, strlen(size));
  size_t rest = memo->preambleLength - memo->userAt;
  if (!font) return leave(memo);
  size_t length = (size_t)(font - said.bytes);
  struct text command = {font, said.length - length};
  if (length < memo->preambleLength || !setsSize(command) || memcmp(said.bytes, memo->preamble, memo->userAt) != 0 ||
      memcmp(font - rest, memo->preamble + memo->userAt, rest) != 0 ||
      !isHarmlessPreamble(said.bytes + memo->userAt, length - memo->preambleLength))
    return leave(memo);
  const struct text *known = &memo->learned.preamble;
  int isKnown = known->length == said.length && memcmp(known->bytes, said.bytes, said.length) == 0;
  // Sizes that belong to another preamble are not those of this one.
  if (!isKnown) forgetLabels(&memo->learned);
  int isServed = isKnown && memo->isAsleep;
  struct verdict verdict = isServed ? serveText(memo->learned.answer) : ask(memo, ASKED_PREAMBLE);
  if (!isServed) keepCopy(&memo->learned.preamble, said);
  memo->hasBegun = 1;
  copyCommand(memo->wanted.size, command);
  memo->set = memo->wanted;
  return verdict;
}

static struct verdict hearFont(struct memo *memo, char *part, struct text said) {
  struct font before = memo->wanted;
  memo->current = NULL;
  copyCommand(part, said);
  if (findFont(&memo->learned, &memo->wanted) >= 0) return serve(READY);
  struct font now = memo->wanted;
  memo->wanted = before;
  struct verdict verdict = ask(memo, ASKED_FONT);
  memo->wanted = memo->set = now;
  return verdict;
}

static struct verdict hearLabel(struct memo *memo, struct text label) {
  int font = findFont(&memo->learned, &memo->wanted);
  if (font < 0 || !isHarmlessLabel(label.bytes, label.length)) return leave(memo);
  memo->current = findEntry(&memo->learned, label, font);
  if (!memo->current) return leave(memo);
  memo->current->isUsed = 1;
  memo->isServed = memo->current->known == SIZES;
  if (memo->isServed) return serve(READY);
  memo->current->known = 0;
  return ask(memo, ASKED_LABEL);
}

static struct verdict hearSizeQuestion(struct memo *memo, int which) {
  if (!memo->current) return leave(memo);
  if (memo->isServed) return serve(memo->current->sizes[which]);
  memo->askedSize = which;
  return ask(memo, ASKED_SIZE);
}

struct verdict memoHear(struct memo *memo, struct text said) {
  static const char opening[] = "\\setbox\\ASYbox=\\hbox{", closing[] = "}\n\n";
  if (memo->hasLeft) return leave(memo);
  if (!memo->hasBegun) return hearPreamble(memo, said);
  if (setsSize(said)) return hearFont(memo, memo->wanted.size, said);
  if (setsFace(said)) return hearFont(memo, memo->wanted.face, said);
  for (int i = 0; i < SIZES; i++)
    if (equals(said, sizeQuestions[i])) return hearSizeQuestion(memo, i);
  size_t frame = strlen(opening) + strlen(closing);
  if (said.length >= frame && startsWith(said, opening) && endsWith(said, closing))
    return hearLabel(memo, (struct text){said.bytes + strlen(opening), said.length - frame});
  return leave(memo);
}

static int isGoodAnswer(const struct memo *memo, struct text answer) {
  switch (memo->asked) {
  case ASKED_PREAMBLE:
    // It names the files it loads; only what is no complaint is let pass.
    return endsWith(answer, READY + strlen("\n*")) && !memmem(answer.bytes, answer.length, "\n!", 2) &&
           !memmem(answer.bytes, answer.length, "Warning", strlen("Warning")) && answer.bytes[0] != '!';
  case ASKED_FONT:
  case ASKED_LABEL:
    return equals(answer, READY);
  case ASKED_SIZE:
    return isSize(answer);
  case ASKED_NOTHING:
    break;
  }
  return 0;
}

void memoAnswer(struct memo *memo, struct text answer) {
  if (memo->hasLeft) return;
  if (!isGoodAnswer(memo, answer)) {
    memo->hasLeft = 1;
    return;
  }
  struct learned *learned = &memo->learned;
  if (memo->asked == ASKED_PREAMBLE) keepCopy(&learned->answer, answer);
  if (memo->asked == ASKED_FONT && learned->fontCount < MAX_FONTS) learned->fonts[learned->fontCount++] = memo->set;
  if (memo->asked == ASKED_SIZE && memo->current->known == memo->askedSize) {
    copyCommand(memo->current->sizes[memo->askedSize], answer);
    memo->current->known++;
  }
  memo->asked = ASKED_NOTHING;
}
