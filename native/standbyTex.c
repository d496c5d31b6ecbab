#define _GNU_SOURCE
#include "standbyTex.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "copies.h"
#include "standby.h"

enum { MAX_LINE = 512, MAX_GREETING = 4096 };

static int awaitsCall, hasEndedLine;
// What the copy of a TeX reads from its terminal before anything else.
static char line[MAX_LINE];
static const char *nextOfLine = "";

// The class is loaded already: only a file that begins with it can be typeset.
static int hasUsualOpening(int folder, const char *name) {
  char opening[sizeof STANDBY_OPENING - 1];
  int file = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return 0;
  ssize_t length = read(file, opening, sizeof opening);
  close(file);
  return length == sizeof opening && memcmp(opening, STANDBY_OPENING, sizeof opening) == 0;
}

// The words of a known call of TeX as the line it makes of them itself; false for any other call. Only characters that
// TeX takes for themselves are let through, because this line is read at another moment than usual. The clock that TeX
// read when it was started is set to now.
static int isKnownCall(const struct request *call, int hasMoreVariables) {
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+.-";
  // What latex makes by itself.
  int isTold = call->argc == 4 && strcmp(call->argv[0], "latex") == 0 && strcmp(call->argv[1], "-output-format=dvi") == 0;
  char *const *words = call->argv + isTold;
  int count = call->argc - isTold;
  int sizes = count == 2 && strcmp(words[1], "\\scrollmode") == 0;
  int typesets = count == 3 && strcmp(words[1], "\\nonstopmode\\input") == 0;
  if (hasMoreVariables || (!sizes && !typesets)) return 0;
  const char *name = sizes ? "" : words[2];
  if (typesets && (*name == '.' || *name == '-' || name[strspn(name, plain)] != '\0')) return 0;
  if (typesets && !hasUsualOpening(call->descriptors[REQUEST_FOLDER], name)) return 0;
  time_t now = time(NULL);
  struct tm at;
  localtime_r(&now, &at);
  return snprintf(line, sizeof line, "\\year=%d\\month=%d\\day=%d\\time=%d%s %s\n", at.tm_year + 1900, at.tm_mon + 1,
                  at.tm_mday, at.tm_hour * 60 + at.tm_min, words[1], name) < (int)sizeof line;
}

// TeX has greeted before it stands by; its copy repeats that.
static size_t readGreeting(char *greeting, size_t size) {
  struct stat printed;
  if (fstat(STDOUT_FILENO, &printed) != 0 || !S_ISREG(printed.st_mode) || (size_t)printed.st_size > size) _exit(1);
  ssize_t length = pread(STDOUT_FILENO, greeting, size, 0);
  if (length != printed.st_size) _exit(1);
  return (size_t)length;
}

// The library that finds TeX's files reads long lists, once for each sort of file and only when it first looks for one:
// this is done before anybody waits for it. Numbers as in <kpathsea/types.h>. Nothing of these names is there, so every
// place is looked at.
void readFileLists(const char *program) {
  enum { TFM = 3, FONT_MAP = 11, TEX = 26, HEADER = 30, TYPE1 = 32, VIRTUAL_FONT = 33, ENCODING = 44 };
  static const int ofTex[] = {TEX, TFM, -1};
  static const int ofConverter[] = {FONT_MAP, TFM, VIRTUAL_FONT, TYPE1, HEADER, ENCODING, -1};
  void (*setName)(const char *, const char *) = (void (*)(const char *, const char *))dlsym(RTLD_DEFAULT, "kpse_set_program_name");
  char *(*find)(const char *, int, int) = (char *(*)(const char *, int, int))dlsym(RTLD_DEFAULT, "kpse_find_file");
  if (!setName || !find) return;
  // A TeX has done that itself.
  if (program) setName(program, program);
  for (const int *sort = program ? ofConverter : ofTex; *sort >= 0; sort++) free(find("asyground-looks-ahead", *sort, 0));
}

static void awaitCall(void) {
  static char greeting[MAX_GREETING];
  awaitsCall = 0;
  readFileLists(NULL);
  fflush(stdout);
  size_t length = readGreeting(greeting, sizeof greeting);
  if (hasEndedLine && length > 0 && greeting[length - 1] == '\n') length--;
  standBy(isKnownCall, greeting, length, 0);
  nextOfLine = line;
}

// TeX reads its terminal and its files with this, and is one thread. The first time it is the terminal, and the format is
// loaded.
int getc(FILE *file) {
  if (file == stdin) {
    if (awaitsCall) awaitCall();
    if (*nextOfLine) return (unsigned char)*nextOfLine++;
  }
  return getc_unlocked(file);
}

void awaitCallAtTerminal(int endsLine) {
  awaitsCall = 1;
  hasEndedLine = endsLine;
}
