#define _GNU_SOURCE
#include "standbyGhostscript.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "copies.h"
#include "ghostscriptCall.h"
#include "standby.h"

#define PREPARED_INIT FAST_FOLDER "/share/gs_init.ps"
#define USUAL_INIT "/Resource/Init/gs_init.ps"
// What the prepared file reads behind the library (scripts/setup/toolchain/ghostscript.mjs).
#define CALL_FILE "/asyground-call"
enum { MAX_LOOKED_FOR = 256, MAX_PLACES = 8 };

static const struct argument *arguments;
static char *standIns[MAX_ARGUMENTS + 1];
// Where Ghostscript keeps them: it writes them into a pdf, and may have been about to open the file.
static struct places {
  char *at[MAX_PLACES];
  int count;
} kept[MAX_ARGUMENTS];
static const char *initFile = PREPARED_INIT;
static const struct request *trial;
// What it looked for in its own folder, which is not that of a call.
static char lookedFor[MAX_LOOKED_FOR][MAX_NAME];
static int lookedForCount;
static int hasCome;
// Its first file, which it is in the middle of. A copy in a jail opens it again, far from the numbers that others have then.
static FILE *init;
enum { INIT_DESCRIPTOR = 240 };
static int descriptorsBefore;

static int isKnownCall(const struct request *call, int hasMoreVariables) {
  (void)hasMoreVariables;
  if (!isCall(arguments, call->argc, call->argv)) return 0;
  // It would have found that file of a program instead of its own.
  for (int i = 0; i < lookedForCount; i++)
    if (faccessat(call->descriptors[REQUEST_FOLDER], lookedFor[i], F_OK, AT_SYMLINK_NOFOLLOW) == 0) return 0;
  return 1;
}

// What is left of an argument where nobody looks any more may become another one, too.
static void findPlaces(const char *argument, struct places *places) {
  FILE *maps = fopen("/proc/self/maps", "re");
  char line[512], rights[5], *from, *end;
  while (maps && fgets(line, sizeof line, maps)) {
    if (sscanf(line, "%p-%p %4s", (void **)&from, (void **)&end, rights) != 3) continue;
    // No argument is kept in what came from a file.
    if (strncmp(rights, "rw", 2) != 0 || strchr(line, '/')) continue;
    for (char *at = from; (at = memmem(at, (size_t)(end - at), argument, strlen(argument) + 1)); at++) {
      if (places->count == MAX_PLACES) _exit(1);
      places->at[places->count++] = at;
    }
  }
  if (maps) fclose(maps);
}

static FILE *openInit(void) {
  int file = open(initFile, O_RDONLY | O_CLOEXEC), far = fcntl(file, F_DUPFD_CLOEXEC, INIT_DESCRIPTOR);
  close(file);
  return far < 0 ? NULL : fdopen(far, "r");
}

static void openInitAgain(off_t at) {
  int file = open(initFile, O_RDONLY | O_CLOEXEC);
  if (file < 0 || lseek(file, at, SEEK_SET) != at || dup3(file, fileno(init), O_CLOEXEC) < 0) _exit(1);
  close(file);
}

static int countDescriptors(void) {
  int count = 0;
  DIR *descriptors = opendir("/proc/self/fd");
  while (descriptors && readdir(descriptors)) count++;
  if (descriptors) closedir(descriptors);
  return count;
}

// Behind its library: becomes the Ghostscript of the call that comes.
static FILE *awaitCall(void) {
  for (int i = 0; arguments[i].text; i++)
    if (arguments[i].standIn && arguments[i].value != OUTPUT && arguments[i].value != PAGES) findPlaces(arguments[i].standIn, &kept[i]);
  off_t at = lseek(fileno(init), 0, SEEK_CUR);
  // It must be in the middle of this file only, and not of another one that would have to be opened again, too.
  if (trial && countDescriptors() != descriptorsBefore + 1) _exit(1);
  const struct request *call = trial ? trial : standBy(isKnownCall, "", 0, 1);
  openInitAgain(at);
  FILE *definitions = tmpfile();
  if (!definitions) _exit(1);
  for (int i = 0; arguments[i].text; i++) {
    if (!arguments[i].standIn) continue;
    define(definitions, &arguments[i], call->argv[i]);
    for (int place = 0; place < kept[i].count; place++) strcpy(kept[i].at[place], call->argv[i]);
    // If it has not come to this one yet.
    if (arguments[i].value == INPUT) standIns[i] = (char *)call->argv[i];
  }
  rewind(definitions);
  hasCome = 1;
  return definitions;
}

static void noteLookedFor(const char *name) {
  // Of one in a folder the folder: if that is not there, it is not either.
  size_t length = strcspn(name, "/");
  if (length >= MAX_NAME) _exit(1);
  for (int i = 0; i < lookedForCount; i++)
    if (strlen(lookedFor[i]) == length && strncmp(lookedFor[i], name, length) == 0) return;
  if (lookedForCount == MAX_LOOKED_FOR) _exit(1);
  memcpy(lookedFor[lookedForCount++], name, length);
}

FILE *openForGhostscript(const char *path) {
  if (!arguments || hasCome) return NULL;
  if (strcmp(path, CALL_FILE) == 0) return awaitCall();
  // Past the place where it should have stood by.
  if (strcmp(path, NO_FILE) == 0) _exit(1);
  if (strncmp(path, "./", 2) == 0) noteLookedFor(path + 2);
  size_t length = strlen(path), suffix = strlen(USUAL_INIT);
  if (length <= suffix || strcmp(path + length - suffix, USUAL_INIT) != 0) return NULL;
  return init = openInit();
}

static char **begin(const struct argument *known, int *count) {
  arguments = known;
  for (*count = 0; known[*count].text; ++*count)
    standIns[*count] = (char *)(known[*count].standIn ? known[*count].standIn : known[*count].text);
  return standIns;
}

char **argumentsAhead(const char *name, int *count) {
  const struct argument *known = access(initFile, R_OK) == 0 ? argumentsOf(name) : NULL;
  return known ? begin(known, count) : NULL;
}

char **argumentsOfTrial(int argc, char *argv[], int *count) {
  static struct request call;
  static const char *const sorts[] = {STANDBY_PDF, STANDBY_PNG, STANDBY_PS, STANDBY_PATHS};
  initFile = getenv(STANDBY_TRIAL);
  if (!initFile || argc > MAX_ARGUMENTS) return NULL;
  descriptorsBefore = countDescriptors();
  call.argc = argc;
  memcpy(call.argv, argv, (size_t)argc * sizeof *argv);
  for (size_t i = 0; i < sizeof sorts / sizeof sorts[0]; i++) {
    const struct argument *known = argumentsOf(sorts[i]);
    if (!isCall(known, argc, argv)) continue;
    trial = &call;
    return begin(known, count);
  }
  return NULL;
}
