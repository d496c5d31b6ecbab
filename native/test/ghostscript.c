// What plainps.h says that Ghostscript prints, against what it does print. Argument: the recorded prologue.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../plainps.h"
#include "check.h"

enum { ROUNDS = 4000, NEED_INPUT = -106 };

static char printed[8192];
static size_t printedLength;
static int unknown;

static int collect(void *caller, const char *bytes, int length) {
  (void)caller;
  if (printedLength + (size_t)length < sizeof printed) memcpy(printed + printedLength, bytes, (size_t)length);
  printedLength += (size_t)length;
  return length;
}

static int noInput(void *caller, char *bytes, int length) {
  (void)caller, (void)bytes, (void)length;
  return 0;
}

static int (*runString)(void *, const char *, unsigned, int, int *);
static void *instance;

static void start(void) {
  char *arguments[] = {"gs",          "-q",           "-dNODISPLAY",          "-dNOPAUSE",   "-dWRITESYSTEMDICT", "-dNOPROMPT",
                       "-dDELAYBIND", "-dDELAYSAFER", "-dALLOWPSTRANSPARENCY", "-dNEWPDF=false"};
  void *library = dlopen("libgs.so.10", RTLD_NOW);
  int (*newInstance)(void **, void *) = (int (*)(void **, void *))dlsym(library, "gsapi_new_instance");
  int (*init)(void *, int, char **) = (int (*)(void *, int, char **))dlsym(library, "gsapi_init_with_args");
  int (*setStdio)(void *, void *, void *, void *) =
      (int (*)(void *, void *, void *, void *))dlsym(library, "gsapi_set_stdio");
  int (*begin)(void *, int, int *) = (int (*)(void *, int, int *))dlsym(library, "gsapi_run_string_begin");
  runString = (int (*)(void *, const char *, unsigned, int, int *))dlsym(library, "gsapi_run_string_continue");
  int exitCode;
  CHECK(newInstance(&instance, NULL) == 0);
  CHECK(init(instance, sizeof arguments / sizeof *arguments, arguments) == 0);
  CHECK(setStdio(instance, (void *)noInput, (void *)collect, (void *)collect) == 0);
  CHECK(begin(instance, 0, &exitCode) == 0);
}

static void runReal(const char *string, size_t length) {
  int exitCode;
  CHECK(runString(instance, string, (unsigned)length, 0, &exitCode) == NEED_INPUT);
}

// Both print the same for a string, each after a flush.
static void compare(struct plainps *state, const char *string) {
  static const char flush[] = "\nflush ";
  printedLength = 0;
  state->printedLength = 0;
  if (!runPlainps(state, string, strlen(string))) {
    unknown++;
    return;
  }
  runReal(string, strlen(string));
  runReal(flush, strlen(flush));
  runPlainps(state, flush, strlen(flush));
  int same = printedLength == state->printedLength && memcmp(printed, state->printed, printedLength) == 0;
  CHECK(same);
  if (!same) printf("%s\n--- Ghostscript\n%.*s\n--- here\n%.*s\n", string, (int)printedLength, printed,
                    (int)state->printedLength, state->printed);
}

// A number as dvisvgm or asy writes it, of at most six digits.
static const char *number(char *text, int isPart) {
  double value = isPart ? (double)(random() % 1000001) / 1e6 : (double)(random() % 2000000 - 1000000) / 1e4;
  if (random() % 4 == 0) return snprintf(text, 32, "%d", isPart ? (int)(random() % 2) : (int)(random() % 2000 - 1000)), text;
  if (isPart) snprintf(text, 32, "%.6f", value);
  else snprintf(text, 32, "%g", value == 0 ? 1 : value);
  return text;
}

static void compareRandomly(struct plainps *state) {
  static const char *const turns[] = {"0.000000 -1.000000 1.000000 0.000000", "-1.000000 -0.000000 0.000000 -1.000000",
                                      "-1.000000 0.000000 -0.000000 -1.000000", "0.000000 1.000000 -1.000000 0.000000",
                                      "-0.000000 1.000000 -1.000000 -0.000000", "1.000000 -0.000000 -0.000000 1.000000",
                                      "1.000000 0.000000 -0.000000 1.000000",   "0.000000 -1.000000 1.000000 -0.000000"};
  char string[256], n[4][32];
  for (int i = 0; i < ROUNDS; i++) {
    switch (random() % 6) {
    case 0:
    case 1:
      if (state->isTurned) snprintf(string, sizeof string, "\n%s %s moveto ", state->point[0], state->point[1]);
      else snprintf(string, sizeof string, "\n%s %s moveto ", number(n[0], 0), number(n[1], 0));
      break;
    case 2:
      strcpy(string, "\nquerypos ");
      break;
    case 3:
      snprintf(string, sizeof string, "%s setgray", number(n[0], 1));
      break;
    case 4:
      snprintf(string, sizeof string, "%s %s %s setrgbcolor", number(n[0], 1), number(n[1], 1), number(n[2], 1));
      break;
    default:
      if (state->isTurned) strcpy(string, "currentpoint grestore moveto");
      else
        snprintf(string, sizeof string,
                 "gsave currentpoint currentpoint translate [%s 0 0] concat neg exch neg exch translate",
                 turns[random() % (sizeof turns / sizeof *turns)]);
    }
    compare(state, string);
    if (failures > 5) return;
  }
  snprintf(string, sizeof string, "%s %s %s %s setcmykcolor", number(n[0], 1), number(n[1], 1), number(n[2], 1),
           number(n[3], 1));
  compare(state, string);
  // Only turns of points that are not known exactly may be missing.
  CHECK(unknown < ROUNDS / 8);
}

int main(int argc, char **argv) {
  static char recorded[1 << 20];
  FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
  size_t length = file ? fread(recorded, 1, sizeof recorded, file) : 0;
  char *lineEnd = memchr(recorded, '\n', length);
  if (!lineEnd) return 2;
  static struct plainps state;
  beginPlainps(&state, lineEnd + 1, (size_t)(recorded + length - (lineEnd + 1)));
  start();
  while (state.prologue < state.prologueEnd) {
    uint32_t size;
    memcpy(&size, state.prologue, sizeof size);
    const char *string = state.prologue + sizeof size;
    runReal(string, size);
    CHECK(runPlainps(&state, string, size));
  }
  srandom(argc > 2 ? (unsigned)atoi(argv[2]) : 1);
  compareRandomly(&state);
  return ended();
}
