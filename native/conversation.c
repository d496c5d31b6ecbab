#define _GNU_SOURCE
#include "conversation.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "memo.h"
#include "standby.h"

// asy's own buffer is as large.
enum { MAX_SAID = 64 * 1024, MAX_HEARD = 32 * 1024, PATIENCE_MS = 2000 };
#define PROMPT "(Please type a command or say `\\end')\n*"

// opening: TeX has not spoken yet. memo: it is known, and every word passes through the memo. open: every word passes
// untouched.
static enum { CLOSED, OPENING, WITH_MEMO, OPEN } state = CLOSED;
static int toTex = -1, fromTex = -1;
static struct memo *memo;
static char said[MAX_SAID];
static size_t saidLength;
// What asy has not read yet of an answer.
static char heard[MAX_HEARD];
static size_t heardLength, heardRead;

int (*isKnownTex)(void);

int isToTex(int descriptor) { return state != CLOSED && descriptor == toTex; }
int isFromTex(int descriptor) { return state != CLOSED && descriptor == fromTex; }

static ssize_t readNow(void *bytes, size_t size) { return syscall(SYS_read, fromTex, bytes, size); }
static ssize_t writeNow(const void *bytes, size_t length) { return syscall(SYS_write, toTex, bytes, length); }

void beginConversation(int to, int from) {
  endConversation();
  toTex = to;
  fromTex = from;
  state = OPENING;
}

void endConversation(void) {
  if (saidLength > 0) writeNow(said, saidLength);
  state = CLOSED;
  saidLength = heardLength = heardRead = 0;
}

// A file made when the toolchain was prepared: the place of a program's own commands, a line end, and the preamble.
static struct memo *makeMemo(void) {
  static char recorded[16 * 1024];
  int file = open(FAST_FOLDER "/share/preamble", O_RDONLY | O_CLOEXEC);
  if (file < 0) return NULL;
  ssize_t length = read(file, recorded, sizeof recorded - 1);
  close(file);
  if (length <= 0) return NULL;
  recorded[length] = '\0';
  char *end;
  size_t userAt = strtoul(recorded, &end, 10);
  if (*end != '\n') return NULL;
  struct text preamble = {end + 1, (size_t)(recorded + length - (end + 1))};
  return newMemo(preamble, userAt);
}

static int writeAll(struct text text) {
  for (size_t written = 0; written < text.length;) {
    ssize_t count = writeNow(text.bytes + written, text.length - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return 0;
    written += (size_t)count;
  }
  return 1;
}

static int count(struct text text, const char *word) {
  int found = 0;
  const char *at = text.bytes, *end = text.bytes + text.length;
  while ((at = memmem(at, (size_t)(end - at), word, strlen(word)))) {
    at += strlen(word);
    found++;
  }
  return found;
}

static int countEmptyLines(struct text text) {
  int found = text.length > 0 && text.bytes[0] == '\n';
  for (size_t i = 1; i < text.length; i++) found += text.bytes[i] == '\n' && text.bytes[i - 1] == '\n';
  return found;
}

// TeX says PROMPT after each empty line, and only then; otherwise what it was asked for, an empty line and a star.
static int isWhole(int prompts) {
  struct text answer = {heard, heardLength};
  if (prompts > 0) return count(answer, PROMPT) >= prompts;
  return heardLength >= 3 && memcmp(heard + heardLength - 3, "\n\n*", 3) == 0;
}

// Reads an answer into `heard` until it is whole. If it is not what was expected, what has come is enough: the memo will
// not know it, and asy reads the rest itself.
static void gather(int prompts) {
  heardLength = heardRead = 0;
  while (heardLength < sizeof heard && !isWhole(prompts)) {
    struct pollfd coming = {.fd = fromTex, .events = POLLIN};
    if (poll(&coming, 1, PATIENCE_MS) == 0) return;
    ssize_t length = readNow(heard + heardLength, sizeof heard - heardLength);
    if (length < 0 && errno == EINTR) continue;
    if (length <= 0) return;
    heardLength += (size_t)length;
    if (heard[0] == '!' || memmem(heard, heardLength, "\n!", 2)) return;
  }
}

static void passOn(struct verdict verdict, struct text words) {
  if (verdict.before.length > 0 && writeAll(verdict.before)) gather(verdict.promptsBefore);
  heardLength = heardRead = 0;
  writeAll(words);
  if (verdict.advice == MEMO_LEAVE) state = OPEN;
}

// Lets the memo decide about what asy has said. An answer stands in `heard` then.
static void exchange(void) {
  struct text words = {said, saidLength};
  struct verdict verdict = memoHear(memo, words);
  saidLength = 0;
  if (verdict.advice == MEMO_SERVE) {
    memcpy(heard, verdict.reply.bytes, verdict.reply.length);
    heardLength = verdict.reply.length;
    heardRead = 0;
    return;
  }
  passOn(verdict, words);
  if (state == OPEN) return;
  gather(countEmptyLines(words));
  memoAnswer(memo, (struct text){heard, heardLength});
}

ssize_t sayToTex(const void *bytes, size_t length) {
  // Nothing that long is known: the memo hears what it cannot know either, and steps aside.
  if (state == WITH_MEMO && saidLength + length > sizeof said) {
    passOn(memoHear(memo, (struct text){"", 0}), (struct text){said, saidLength});
    saidLength = 0;
  }
  if (state != WITH_MEMO) return writeNow(bytes, length);
  memcpy(said + saidLength, bytes, length);
  saidLength += length;
  return (ssize_t)length;
}

ssize_t hearFromTex(void *bytes, size_t size) {
  if (state == WITH_MEMO && saidLength > 0) exchange();
  if (heardRead < heardLength) {
    size_t count = heardLength - heardRead < size ? heardLength - heardRead : size;
    memcpy(bytes, heard + heardRead, count);
    heardRead += count;
    return (ssize_t)count;
  }
  ssize_t length = readNow(bytes, size);
  if (state == OPENING && length > 0) {
    memo = isKnownTex() ? makeMemo() : NULL;
    state = memo ? WITH_MEMO : OPEN;
  }
  return length;
}
