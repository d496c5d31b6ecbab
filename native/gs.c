// Stands in for Ghostscript's library in dvisvgm.
//
// Starting and stopping Ghostscript takes most of dvisvgm's time, and a picture of plain labels asks next to nothing of
// it. So this library bears its name, answers what plainps.h knows, and keeps what it was told. At the first string that
// is not known it loads the real library, tells it everything from the beginning with its answers unheard (they were
// given already), and passes all further calls on. The real library then is in the very state it would have been in.
//
// With the variable ASYGROUND_RECORD it passes everything on from the start and records the prologue into that file.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plainps.h"
#include "real.h"
#include "standby.h"

// From Ghostscript's interface, which is stable since version 7.
typedef int reader(void *caller, char *bytes, int length);
typedef int writer(void *caller, const char *bytes, int length);
struct revision {
  const char *product, *copyright;
  long revision, revisionDate;
};
enum { NEED_INPUT = -106, FATAL = -100 };

#define REAL_LIBRARY "libgs.so.10"
#define RECORD "ASYGROUND_RECORD"
// What the recorded prologue ends with.
#define LAST_OF_PROLOGUE "userdict/bop-hook known{bop-hook}if\n"

static struct {
  int (*revision)(struct revision *, int);
  int (*newInstance)(void **, void *);
  int (*setStdio)(void *, reader *, writer *, writer *);
  int (*initWithArgs)(void *, int, char **);
  int (*begin)(void *, int, int *);
  int (*run)(void *, const char *, unsigned, int, int *);
  int (*end)(void *, int, int *);
  int (*exit)(void *);
  void (*deleteInstance)(void *);
  void *instance;
} real;

// What dvisvgm told us.
static void *caller;
static reader *onInput;
static writer *onOutput, *onError;
static int argumentCount;
static char **arguments;
static char *told;
static size_t toldLength, toldSize;
// As much of it as had been answered when dvisvgm last read.
static size_t answeredLength;
static struct plainps state;
static int detachedFile = -1;
static char recorded[1024];
static size_t recordedLength;

static int loadReal(void) {
  void *library = openReal(REAL_LIBRARY);
  if (!library) return 0;
  *(void **)&real.revision = dlsym(library, "gsapi_revision");
  *(void **)&real.newInstance = dlsym(library, "gsapi_new_instance");
  *(void **)&real.setStdio = dlsym(library, "gsapi_set_stdio");
  *(void **)&real.initWithArgs = dlsym(library, "gsapi_init_with_args");
  *(void **)&real.begin = dlsym(library, "gsapi_run_string_begin");
  *(void **)&real.run = dlsym(library, "gsapi_run_string_continue");
  *(void **)&real.end = dlsym(library, "gsapi_run_string_end");
  *(void **)&real.exit = dlsym(library, "gsapi_exit");
  *(void **)&real.deleteInstance = dlsym(library, "gsapi_delete_instance");
  return real.revision && real.newInstance && real.setStdio && real.initWithArgs && real.begin && real.run && real.end &&
         real.exit && real.deleteInstance;
}

static int silentOutput(void *handle, const char *bytes, int length) {
  (void)handle, (void)bytes;
  return length;
}

static int recordOutput(void *handle, const char *bytes, int length) {
  if (recordedLength + (size_t)length <= sizeof recorded) memcpy(recorded + recordedLength, bytes, (size_t)length);
  recordedLength += (size_t)length;
  return onOutput(handle, bytes, length);
}

static void writeField(const char *bytes, size_t length) {
  uint32_t size = (uint32_t)length;
  if (write(detachedFile, &size, sizeof size) != sizeof size || write(detachedFile, bytes, length) != (ssize_t)length)
    _exit(1);
}

static void record(const char *string, size_t length) {
  if (detachedFile < 0) return;
  writeField(string, length);
  writeField(recorded, recordedLength);
  recordedLength = 0;
  if (length != strlen(LAST_OF_PROLOGUE) || memcmp(string, LAST_OF_PROLOGUE, length) != 0) return;
  close(detachedFile);
  detachedFile = -1;
}

static int remember(const char *string, size_t length) {
  size_t size = sizeof(uint32_t) + length;
  if (toldLength + size > toldSize) {
    size_t larger = 2 * (toldLength + size) + 65536;
    char *moved = realloc(told, larger);
    if (!moved) return 0;
    told = moved;
    toldSize = larger;
  }
  uint32_t prefix = (uint32_t)length;
  memcpy(told + toldLength, &prefix, sizeof prefix);
  memcpy(told + toldLength + sizeof prefix, string, length);
  toldLength += size;
  return 1;
}

// Brings the real library to where dvisvgm believes it to be.
static int wake(void) {
  int exitCode;
  if (!loadReal() || real.newInstance(&real.instance, caller) < 0) return 0;
  if (real.initWithArgs(real.instance, argumentCount, arguments) < 0) return 0;
  real.setStdio(real.instance, onInput, silentOutput, onError);
  if (real.begin(real.instance, 0, &exitCode) < 0) return 0;
  for (size_t at = 0; at < toldLength;) {
    uint32_t length;
    if (at == answeredLength) real.setStdio(real.instance, onInput, onOutput, onError);
    memcpy(&length, told + at, sizeof length);
    real.run(real.instance, told + at + sizeof length, length, 0, &exitCode);
    at += sizeof length + length;
  }
  real.setStdio(real.instance, onInput, onOutput, onError);
  return 1;
}

// The version, a line end, and the records of the prologue.
static int loadPrologue(long *version) {
  int file = open(FAST_FOLDER "/share/prologue", O_RDONLY | O_CLOEXEC);
  struct stat stats;
  if (file < 0) return 0;
  char *bytes = fstat(file, &stats) == 0 && stats.st_size > 0
                    ? mmap(NULL, (size_t)stats.st_size, PROT_READ, MAP_PRIVATE, file, 0)
                    : MAP_FAILED;
  close(file);
  if (bytes == MAP_FAILED) return 0;
  char *lineEnd = memchr(bytes, '\n', (size_t)stats.st_size);
  if (!lineEnd) return 0;
  *version = strtol(bytes, NULL, 10);
  beginPlainps(&state, lineEnd + 1, (size_t)(bytes + stats.st_size - (lineEnd + 1)));
  return *version > 0;
}

int gsapi_revision(struct revision *revision, int size) {
  static long version;
  const char *file = getenv(RECORD);
  if (size < (int)sizeof *revision) return (int)sizeof *revision;
  if (!file && (version > 0 || loadPrologue(&version))) {
    *revision = (struct revision){.product = "GPL Ghostscript", .copyright = "", .revision = version};
    return 0;
  }
  if (!loadReal() || real.revision(revision, size) != 0) return FATAL;
  if (file) {
    detachedFile = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    dprintf(detachedFile, "%ld\n", revision->revision);
  }
  return 0;
}

int gsapi_new_instance(void **instance, void *handle) {
  caller = handle;
  *instance = &real;
  return real.newInstance ? real.newInstance(&real.instance, handle) : 0;
}

int gsapi_init_with_args(void *instance, int count, char **words) {
  (void)instance;
  if (real.instance) return real.initWithArgs(real.instance, count, words);
  arguments = calloc((size_t)count + 1, sizeof *arguments);
  if (!arguments) return FATAL;
  for (argumentCount = 0; argumentCount < count; argumentCount++) arguments[argumentCount] = strdup(words[argumentCount]);
  return 0;
}

int gsapi_set_stdio(void *instance, reader *input, writer *output, writer *error) {
  (void)instance;
  onInput = input;
  onOutput = output;
  onError = error;
  if (!real.instance) return 0;
  return real.setStdio(real.instance, input, detachedFile < 0 ? output : recordOutput, error);
}

int gsapi_run_string_begin(void *instance, int userErrors, int *exitCode) {
  (void)instance;
  if (real.instance) return real.begin(real.instance, userErrors, exitCode);
  *exitCode = 0;
  return 0;
}

int gsapi_run_string_continue(void *instance, const char *string, unsigned length, int userErrors, int *exitCode) {
  (void)instance;
  if (!real.instance && runPlainps(&state, string, length)) {
    if (!remember(string, length)) return FATAL;
    if (isFlush(string, length)) {
      answeredLength = toldLength;
      if (state.printedLength > 0) onOutput(caller, state.printed, (int)state.printedLength);
      state.printedLength = 0;
    }
    *exitCode = 0;
    return NEED_INPUT;
  }
  if (!real.instance && !wake()) return FATAL;
  int result = real.run(real.instance, string, length, userErrors, exitCode);
  record(string, length);
  return result;
}

int gsapi_run_string_end(void *instance, int userErrors, int *exitCode) {
  (void)instance;
  if (real.instance) return real.end(real.instance, userErrors, exitCode);
  *exitCode = 0;
  return 0;
}

int gsapi_exit(void *instance) {
  (void)instance;
  return real.instance ? real.exit(real.instance) : 0;
}

void gsapi_delete_instance(void *instance) {
  (void)instance;
  if (real.instance) real.deleteInstance(real.instance);
}
