// Preloaded into latex, pdflatex, dvisvgm, gs and dvips: a tool that was started ahead and stands by.
//
// It starts as usual, up to the point where it would first look at its task: TeX when it has loaded its format and reads
// the terminal, Ghostscript when it has read its library, any other program at its main function. What happens there
// stands in copies.h.
#define _GNU_SOURCE
#include "standby.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "copies.h"
#include "fontmap.h"
#include "standbyGhostscript.h"
#include "standbyTex.h"

extern char **environ;

typedef int mainFunction(int, char **, char **);

static const char *name;
static mainFunction *realMain;

__attribute__((constructor)) static void begin(void) { name = prepareToStandBy(); }

static int isAnyCall(const struct request *call, int hasMoreVariables) {
  (void)call, (void)hasMoreVariables;
  return 1;
}

static int mainOfCopy(int argc, char **argv, char **variables) {
  (void)variables;
  char **ahead = name ? argumentsAhead(name, &argc) : argumentsOfTrial(argc, argv, &argc);
  if (ahead) return realMain(argc, ahead, environ);
  if (!name) return realMain(argc, argv, environ);
  readFileLists(argv[0]);
  const struct request *call = standBy(isAnyCall, "", 0, 0);
  expectFontsOf(call->argc, (char *const *)call->argv);
  return realMain(call->argc, (char **)call->argv, environ);
}

typedef FILE *opener(const char *, const char *);

static FILE *openInstead(const char *path, const char *mode, opener *usual) {
  int list = openShorterList(path);
  if (list >= 0) return fdopen(list, mode);
  FILE *other = openForGhostscript(path);
  return other ? other : usual(path, mode);
}

// dvisvgm and Ghostscript open their files with this, and dvips with the other one.
FILE *fopen64(const char *path, const char *mode) {
  static opener *usual;
  if (!usual) usual = (opener *)dlsym(RTLD_NEXT, "fopen64");
  return openInstead(path, mode, usual);
}

FILE *fopen(const char *path, const char *mode) {
  static opener *usual;
  if (!usual) usual = (opener *)dlsym(RTLD_NEXT, "fopen");
  return openInstead(path, mode, usual);
}

// Every program begins here.
int __libc_start_main(mainFunction *usualMain, int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*loaderFini)(void), void *stackEnd) {
  typedef int start(mainFunction *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
  start *usual = (start *)dlsym(RTLD_NEXT, "__libc_start_main");
  realMain = usualMain;
  int isPdftex = name && argc == 2 && strcmp(argv[1], STANDBY_PDFTEX_LINE) == 0;
  int isTex = isPdftex || (name && argc == 2 && strcmp(argv[1], STANDBY_TEX_LINE) == 0);
  if (isTex) awaitCallAtTerminal(isPdftex);
  int comesFirst = !isTex && (name || getenv(STANDBY_TRIAL));
  return usual(comesFirst ? mainOfCopy : usualMain, argc, argv, init, fini, loaderFini, stackEnd);
}
