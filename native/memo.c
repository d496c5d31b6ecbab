#define _GNU_SOURCE
#include "memo.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "label.h"

enum { MAX_ENTRIES = 2048, BUCKETS = 4096, MAX_FONTS = 64, MAX_COMMAND = 256, MAX_NUMBER = 32, SIZES = 3 };

#define READY "\n*(Please type a command or say `\\end')\n*"

static const char *const sizeQuestions[SIZES] = {
    "\\immediate\\write16{>dim(\\the\\wd\\ASYbox)dim}\n",
    "\\immediate\\write16{>dim(\\the\\ht\\ASYbox)dim}\n",
    "\\immediate\\write16{>dim(\\the\\dp\\ASYbox)dim}\n",
};

// The font as the last command of each kind set it; each command, with the line that makes TeX prompt.
struct font {
  char size[MAX_COMMAND];
  char face[MAX_COMMAND];
};

struct entry {
  struct entry *next;
  int font;
  size_t length;
  int known;
  char sizes[SIZES][MAX_NUMBER];
  char label[];
};

enum asked { ASKED_NOTHING, ASKED_PREAMBLE, ASKED_FONT, ASKED_LABEL, ASKED_SIZE };

struct memo {
  char *preamble;
  size_t preambleLength, userAt;
  int hasBegun, hasLeft;
  // Fonts that TeX has taken without a word. `wanted` is what asy believes to be set, `set` what TeX has.
  struct font fonts[MAX_FONTS];
  int fontCount;
  struct font wanted, set;
  struct entry *buckets[BUCKETS];
  int entryCount;
  // The label whose sizes asy asks for now, and whether it is answered from memory.
  struct entry *current;
  int isServed;
  enum asked asked;
  int askedSize;
  char before[2 * MAX_COMMAND];
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

// `\name{...}{...}tail` with so many groups of these characters, and nothing else.
static int isCommand(struct text said, const char *name, int groups, const char *tail, const char *allowed) {
  if (said.length >= MAX_COMMAND || !startsWith(said, name)) return 0;
  const char *at = said.bytes + strlen(name), *end = said.bytes + said.length;
  for (; groups > 0; groups--) {
    if (at >= end || *at++ != '{') return 0;
    while (at < end && *at != '\0' && (isalnum((unsigned char)*at) || strchr(allowed, *at))) at++;
    if (at >= end || *at++ != '}') return 0;
  }
  return equals((struct text){at, (size_t)(end - at)}, tail);
}

static int setsSize(struct text said) { return isCommand(said, "\\fontsize", 2, "\\selectfont%\n\n", "."); }
static int setsFace(struct text said) { return isCommand(said, "\\usefont", 4, "%\n\n", "\\"); }

static void copyCommand(char *to, struct text said) {
  memcpy(to, said.bytes, said.length);
  to[said.length] = '\0';
}

static int sameFont(const struct font *a, const struct font *b) {
  return strcmp(a->size, b->size) == 0 && strcmp(a->face, b->face) == 0;
}

// Its number, or -1 if TeX has not taken it yet.
static int findFont(const struct memo *memo, const struct font *font) {
  for (int i = 0; i < memo->fontCount; i++)
    if (sameFont(&memo->fonts[i], font)) return i;
  return -1;
}

// The commands that bring TeX to where asy believes it to be.
static void catchUp(struct memo *memo, struct verdict *verdict) {
  if (sameFont(&memo->wanted, &memo->set)) return;
  strcpy(memo->before, memo->wanted.size);
  strcat(memo->before, memo->wanted.face);
  verdict->before = (struct text){memo->before, strlen(memo->before)};
  verdict->promptsBefore = memo->wanted.face[0] ? 2 : 1;
  memo->set = memo->wanted;
}

static struct verdict serve(const char *reply) {
  return (struct verdict){.advice = MEMO_SERVE, .reply = {reply, strlen(reply)}};
}

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
  memo->hasBegun = 1;
  copyCommand(memo->wanted.size, command);
  memo->set = memo->wanted;
  return ask(memo, ASKED_PREAMBLE);
}

static struct verdict hearFont(struct memo *memo, char *part, struct text said) {
  struct font before = memo->wanted;
  memo->current = NULL;
  copyCommand(part, said);
  if (findFont(memo, &memo->wanted) >= 0) return serve(READY);
  struct font now = memo->wanted;
  memo->wanted = before;
  struct verdict verdict = ask(memo, ASKED_FONT);
  memo->wanted = memo->set = now;
  return verdict;
}

static struct entry *findEntry(struct memo *memo, struct text label, int font) {
  unsigned hash = 2166136261u + (unsigned)font;
  for (size_t i = 0; i < label.length; i++) hash = (hash ^ (unsigned char)label.bytes[i]) * 16777619u;
  struct entry **bucket = &memo->buckets[hash % BUCKETS];
  for (struct entry *entry = *bucket; entry; entry = entry->next)
    if (entry->font == font && entry->length == label.length && memcmp(entry->label, label.bytes, label.length) == 0)
      return entry;
  struct entry *entry = memo->entryCount < MAX_ENTRIES ? calloc(1, sizeof *entry + label.length) : NULL;
  if (!entry) return NULL;
  memo->entryCount++;
  entry->font = font;
  entry->length = label.length;
  memcpy(entry->label, label.bytes, label.length);
  entry->next = *bucket;
  return *bucket = entry;
}

static struct verdict hearLabel(struct memo *memo, struct text label) {
  int font = findFont(memo, &memo->wanted);
  if (font < 0 || !isHarmlessLabel(label.bytes, label.length)) return leave(memo);
  memo->current = findEntry(memo, label, font);
  if (!memo->current) return leave(memo);
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

// `>dim(12.5pt)dim`, a blank line and the prompt.
static int isSize(struct text answer) {
  static const char opening[] = ">dim(", closing[] = "pt)dim\n\n*";
  if (answer.length >= MAX_NUMBER || answer.length <= strlen(opening) + strlen(closing)) return 0;
  if (!startsWith(answer, opening) || !endsWith(answer, closing)) return 0;
  for (size_t i = strlen(opening); i < answer.length - strlen(closing); i++)
    if (!isdigit((unsigned char)answer.bytes[i]) && answer.bytes[i] != '.' && answer.bytes[i] != '-') return 0;
  return 1;
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
  if (memo->asked == ASKED_FONT && memo->fontCount < MAX_FONTS) memo->fonts[memo->fontCount++] = memo->set;
  if (memo->asked == ASKED_SIZE && memo->current->known == memo->askedSize) {
    copyCommand(memo->current->sizes[memo->askedSize], answer);
    memo->current->known++;
  }
  memo->asked = ASKED_NOTHING;
}
