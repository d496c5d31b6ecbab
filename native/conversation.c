#define _GNU_SOURCE
#include "conversation.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "learned.h"
#include "memo.h"
#include "standby.h"

// asy's own buffer is as large.
enum { MAX_SAID = 64 * 1024, MAX_HEARD = 32 * 1024, PATIENCE_MS = 2000 };
// No submission has files of these names. The worker puts the one there, and reads the other.
#define LABELS_FILE "/job/.labels"
#define NEW_LABELS_FILE "/job/.labels-new"
// Far from the low numbers, which asy's own files shall have as always.
enum { FAR_DESCRIPTOR = 210 };
#define PROMPT "(Please type a command or say `\\end')\n*"

// opening: TeX has not spoken yet. memo: it is known, and every word passes through the memo. open: every word passes
// untouched.
static enum { CLOSED, OPENING, WITH_MEMO, OPEN } state = CLOSED;
static int toTex = -1, fromTex = -1;
static struct memo *memo;
static enum tex memoIsFor;
static char said[MAX_SAID];
static size_t saidLength;
// What asy has not read yet of an answer.
static char heard[MAX_HEARD];
static size_t heardLength, heardRead;
// What TeX has said before asy said anything.
static char greeting[MAX_HEARD];
static size_t greetingLength;
static int isGreeted = 1;
// The ends of the pipes for a TeX that sleeps, or may.
static int texEnds[2] = {-1, -1};
static int isAsleep;

enum tex (*whichTex)(void);
void (*startTex)(int toRead, int toWrite);

int isTalking(void) { return state != CLOSED; }
int isToTex(int descriptor) { return state != CLOSED && descriptor == toTex; }
int isFromTex(int descriptor) { return state != CLOSED && descriptor == fromTex; }

static ssize_t readNow(void *bytes, size_t size) { return syscall(SYS_read, fromTex, bytes, size); }
static ssize_t writeNow(const void *bytes, size_t length) { return syscall(SYS_write, toTex, bytes, length); }

static void closeTexEnds(void) {
  for (int i = 0; i < 2; i++) {
    if (texEnds[i] >= 0) syscall(SYS_close, texEnds[i]);
    texEnds[i] = -1;
  }
}

void beginConversation(int to, int from) {
  toTex = to;
  fromTex = from;
  if (!isAsleep) closeTexEnds();
  state = OPENING;
}

// asy hangs up on its TeX before it closes the pipe: whether that one still hears this must not matter.
static void sayLast(void) {
  struct sigaction ignored = {.sa_handler = SIG_IGN}, usual;
  sigaction(SIGPIPE, &ignored, &usual);
  writeNow(said, saidLength);
  sigaction(SIGPIPE, &usual, NULL);
}

void endConversation(void) {
  isAsleep = 0;
  closeTexEnds();
  // Nothing that is said now is answered any more, so that nobody wakes for it.
  if (saidLength > 0 && !(state == WITH_MEMO && memoIsAsleep(memo))) sayLast();
  state = CLOSED;
  saidLength = heardLength = heardRead = greetingLength = 0;
}

static size_t readWhole(const char *name, char *bytes, size_t size) {
  int file = open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return 0;
  size_t length = 0;
  for (ssize_t count = 1; count > 0 && length < size; length += count > 0 ? (size_t)count : 0)
    count = syscall(SYS_read, file, bytes + length, size - length);
  syscall(SYS_close, file);
  return length;
}

// Files made when the toolchain was prepared: the place of a program's own commands, a line end, and the preamble.
static const char *const preambles[] = {
    [LATEX] = FAST_FOLDER "/share/preamble", [PDFLATEX] = FAST_FOLDER "/share/preamble.pdflatex"};

static struct memo *makeMemo(enum tex tex) {
  static char recorded[16 * 1024];
  size_t length = readWhole(preambles[tex], recorded, sizeof recorded - 1);
  if (length == 0) return NULL;
  recorded[length] = '\0';
  char *end;
  size_t userAt = strtoul(recorded, &end, 10);
  if (*end != '\n') return NULL;
  struct text preamble = {end + 1, (size_t)(recorded + length - (end + 1))};
  return newMemo(preamble, userAt);
}

int prepareConversation(int toRead, int toWrite) {
  static char remembered[LEARNED_MAX_BYTES];
  endConversation();
  memo = makeMemo(memoIsFor = LATEX);
  size_t length = memo ? readWhole(LABELS_FILE, remembered, sizeof remembered) : 0;
  if (length == 0 || !memoRecall(memo, (struct text){remembered, length})) return 0;
  texEnds[0] = fcntl(toRead, F_DUPFD_CLOEXEC, FAR_DESCRIPTOR);
  texEnds[1] = fcntl(toWrite, F_DUPFD_CLOEXEC, FAR_DESCRIPTOR);
  if (texEnds[0] < 0 || texEnds[1] < 0) closeTexEnds();
  return texEnds[0] >= 0;
}

int sleepsUntilAsked(void) { return isAsleep = texEnds[0] >= 0; }

// It greets first, as it did before.
static void wake(void) {
  isAsleep = 0;
  startTex(texEnds[0], texEnds[1]);
  closeTexEnds();
}

static void hear(struct text words) {
  memcpy(heard, words.bytes, words.length);
  heardLength = words.length;
  heardRead = 0;
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

// TeX was asked something while it slept, and has greeted again.
static void dropGreeting(void) {
  char byte;
  for (size_t left = memoGreetingLength(memo); left > 0; left--) {
    struct pollfd coming = {.fd = fromTex, .events = POLLIN};
    if (poll(&coming, 1, PATIENCE_MS) <= 0 || readNow(&byte, 1) <= 0) return;
  }
}

static void passOn(struct verdict verdict, struct text words) {
  if (verdict.wakes) wake();
  if (verdict.before.length > 0 && writeAll(verdict.before)) {
    if (verdict.wakes) dropGreeting();
    gather(verdict.promptsBefore);
    verdict.wakes = 0;
  }
  heardLength = heardRead = 0;
  writeAll(words);
  if (verdict.wakes) dropGreeting();
  if (verdict.advice == MEMO_LEAVE) state = OPEN;
}

// Lets the memo decide about what asy has said. An answer stands in `heard` then.
static void exchange(void) {
  struct text words = {said, saidLength};
  struct verdict verdict = memoHear(memo, words);
  saidLength = 0;
  if (verdict.advice == MEMO_SERVE) {
    hear(verdict.reply);
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

// What TeX says before anything was said to it.
static void noteGreeting(const void *bytes, size_t length) {
  if (greetingLength + length > sizeof greeting) return;
  memcpy(greeting + greetingLength, bytes, length);
  greetingLength += length;
  memoGreeting(memo, (struct text){greeting, greetingLength});
}

ssize_t hearFromTex(void *bytes, size_t size) {
  if (state == OPENING && isAsleep) {
    state = WITH_MEMO;
    hear(memoSleep(memo));
  }
  if (state == WITH_MEMO && saidLength > 0) {
    isGreeted = 1;
    exchange();
  }
  if (heardRead < heardLength) {
    size_t count = heardLength - heardRead < size ? heardLength - heardRead : size;
    memcpy(bytes, heard + heardRead, count);
    heardRead += count;
    return (ssize_t)count;
  }
  ssize_t length = readNow(bytes, size);
  if (state == OPENING && length > 0) {
    if (whichTex() == PDFLATEX) memo = makeMemo(memoIsFor = PDFLATEX);
    state = memo && whichTex() != OTHER_TEX ? WITH_MEMO : OPEN;
    isGreeted = 0;
  }
  if (state == WITH_MEMO && !isGreeted && length > 0) noteGreeting(bytes, (size_t)length);
  return length;
}

void writeLabels(void) {
  static char text[LEARNED_MAX_BYTES];
  // The next conversation begins with what it knows of latex.
  size_t length = memo && memoIsFor == LATEX ? memoTell(memo, text) : 0;
  if (length == 0) return;
  int file = open(NEW_LABELS_FILE, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
  if (file < 0) return;
  (void)!syscall(SYS_write, file, text, length);
  syscall(SYS_close, file);
}
