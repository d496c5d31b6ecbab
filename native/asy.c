// Preloaded into asy: its calls of tools are carried out faster (tools.h), sizes of labels are remembered (memo.h), and
// the time is taken (waterfall.h). In any other program it does nothing.
//
// asy calls a tool by fork() and execvp(), and waits for it; it talks to the TeX that sizes labels over two pipes made
// just before. That is all that is relied on.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lateRelease.h"
#include "conversation.h"
#include "pages.h"
#include "split.h"
#include "standby.h"
#include "template.h"
#include "tools.h"
#include "waterfall.h"

// Set by the worker: `warm` for a jail that waits for its task, `paper` for one whose task will most likely be a pdf or png,
// `twice` if the same TeX will size and typeset. Set by the keeper: `template` for an asy that is copied into jails
// (template.h), `template+display` for one whose copies will draw on a display, `template/NAME` for one of its tools.
#define MODE "ASYGROUND_MODE"
#define TEMPLATE_MODE "template"
#define DISPLAY_MODE "+display"
// What OpenGL loads for drawing in software, with a compiler of its own: the larger part of the time before it draws.
#define SOFTWARE_DRAWING "/usr/lib/x86_64-linux-gnu/dri/swrast_dri.so"
// Where an asy that waits for its task would open a pipe (worker/jail/keeper/protocol.ts).
#define TASK_FILE ".task.asy"

static pid_t asy;
static int isTemplate, isForDisplay, awaitsTask;
// Shared with the children: what the last of them was split off for, and which TeX it is.
static struct {
  enum tool tool;
  enum tex tex;
} * call;
// Who has split off a child last: asy, or the child of it that draws a picture in space and then calls tools itself.
static pid_t forker;
static double calledAt;
static pid_t called;
static const void *calledFrom;
// Whether a child may wait for what it was split off for.
static int mayWait = 1;
// Open in asy and in every child, far from the low numbers.
static int nothing = -1;
enum { NOTHING_DESCRIPTOR = 220, MAX_DESCRIPTORS = 256 };
static int pipes[2][2];
static int pipeCount;

static enum tex whoHasSpoken(void) { return call->tool == TOOL_SIZES ? call->tex : OTHER_TEX; }

static enum tex texOf(const char *name) {
  if (strcmp(name, "latex") == 0) return LATEX;
  return strcmp(name, "pdflatex") == 0 ? PDFLATEX : OTHER_TEX;
}

static void startSizes(int toRead, int toWrite);

static void becomeAsy(void) {
  call = mmap(NULL, sizeof *call, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (call == MAP_FAILED) {
    call = NULL;
    return;
  }
  asy = getpid();
  whichTex = whoHasSpoken;
  startTex = startSizes;
}

__attribute__((constructor)) static void begin(void) {
  if (strcmp(program_invocation_short_name, "asy") != 0) return;
  int isWarm = 0, isForPaper = 0;
  char *preloaded = getenv("LD_PRELOAD");
  char *ours = preloaded ? strstr(preloaded, ":" FAST_FOLDER "/") : NULL;
  const char *mode = getenv(MODE);
  if (mode && strcmp(mode, "warm") == 0) isWarm = 1;
  if (mode && strcmp(mode, "paper") == 0) isWarm = isForPaper = 1;
  if (mode && strcmp(mode, "twice") == 0) expectTexTwice();
  if (mode && strncmp(mode, TEMPLATE_MODE, strlen(TEMPLATE_MODE)) == 0) {
    mode += strlen(TEMPLATE_MODE);
    isTemplate = 1;
  }
  // The tools shall have the environment they have without us.
  if (ours) *ours = '\0';
  unsetenv(MODE);
  if (isTemplate && *mode == '/') becomeTemplate(mode + 1);
  isForDisplay = isTemplate && strcmp(mode, DISPLAY_MODE) == 0;
  if (isTemplate) return;
  becomeAsy();
  if (asy && isWarm) startAhead(isForPaper);
}

// asy looks whether a module is there before it reads it. What it shares with its children is made anew for each copy.
int access(const char *path, int mode) {
  if (isTemplate && strcmp(path, TASK_FILE) == 0) {
    isTemplate = 0;
    if (isForDisplay) dlopen(SOFTWARE_DRAWING, RTLD_NOW | RTLD_GLOBAL);
    notePages();
    serveAsTemplate(STREAMS_OF_JAIL);
    becomeAsy();
    sayPlaced();
    leaveMemoryBehind(MAX_DESCRIPTORS);
    awaitsTask = 1;
  }
  return faccessat(AT_FDCWD, path, mode, 0);
}

// asy's garbage is collected by one thread: a second one takes longer to start than it helps, and costs others a processor.
char *getenv(const char *name) {
  size_t length = strlen(name);
  if (strcmp(name, "GC_MARKERS") == 0) return "1";
  for (char **variable = environ; variable && *variable; variable++)
    if (strncmp(*variable, name, length) == 0 && (*variable)[length] == '=') return *variable + length + 1;
  return NULL;
}

__attribute__((destructor)) static void end(void) {
  if (asy != getpid()) return;
  writeWaterfall();
  writeLabels();
}

int pipe(int ends[2]) {
  if (pipe2(ends, 0) != 0) return -1;
  if (pipeCount == 2) pipeCount = 0;
  memcpy(pipes[pipeCount++], ends, sizeof pipes[0]);
  return 0;
}

// A child that is split off has asy's memory: what it changes there is put back. One that draws in space has threads, which
// would go on meanwhile, so its own children are forked.
static pid_t splitOffTool(void) {
  if (asy != getpid()) return -1;
  char **variables = environ;
  if (nothing < 0) nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nothing >= 0 && nothing < NOTHING_DESCRIPTOR) {
    int far = fcntl(nothing, F_DUPFD_CLOEXEC, NOTHING_DESCRIPTOR);
    syscall(SYS_close, nothing);
    nothing = far;
  }
  pid_t child = nothing < 0 ? -1 : splitOff();
  if (child != 0) environ = variables;
  return child;
}

static int execvpAsAlways(const char *file, char *const argv[]) {
  static int (*usual)(const char *, char *const[]);
  if (!usual) usual = (int (*)(const char *, char *const[]))dlsym(RTLD_NEXT, "execvp");
  return usual(file, argv);
}

static pid_t forkAsAlways(void) {
  static pid_t (*usual)(void);
  if (!usual) usual = (pid_t(*)(void))dlsym(RTLD_NEXT, "fork");
  return usual();
}

// For the TeX that sizes. Such a child must not wait for anything: asy, whose memory it has, goes on when it has ended.
static pid_t splitOffSizes(void) {
  mayWait = 0;
  pid_t child = splitOffTool();
  if (child == 0) return 0;
  mayWait = 1;
  leaveUntakenSizes();
  return child;
}

// It slept, and is asked something now.
static void startSizes(int toRead, int toWrite) {
  char *words[] = {"latex", "\\scrollmode", NULL};
  pid_t child = reachSizes() ? splitOffSizes() : -1;
  if (child < 0) child = forkAsAlways();
  if (child != 0) return;
  if (dup2(toRead, STDIN_FILENO) < 0 || dup2(toWrite, STDOUT_FILENO) < 0) _exit(1);
  callTool(words, mayWait);
  execvpAsAlways(words[0], words);
  _exit(1);
}

// Whoever is talked to while TeX still is comes beside it: Ghostscript, for the paths of letters. TeX goes on afterwards.
static pid_t splitOffTalking(void) {
  if (isTalking()) return forkAsAlways();
  leaveSizes();
  int sleeps = prepareConversation(pipes[0][0], pipes[1][1]);
  pid_t child = call && (sleeps || reachSizes()) ? splitOffSizes() : -1;
  if (child < 0) child = forkAsAlways();
  // asy writes into the first pipe and reads from the second.
  if (child > 0) beginConversation(pipes[0][1], pipes[1][0]);
  return child;
}

pid_t fork(void) {
  if (call) call->tool = TOOL_UNKNOWN;
  forker = getpid();
  calledAt = nowMs();
  int talks = asy && pipeCount == 2;
  calledFrom = talks ? NULL : __builtin_return_address(0);
  pipeCount = 0;
  pid_t child = talks ? splitOffTalking() : call && isForTool(calledFrom) ? splitOffTool() : -1;
  if (child < 0 && !talks) child = forkAsAlways();
  if (child != 0) called = child;
  return child;
}

// asy opens this in a child, and keeps the number for later ones.
int creat(const char *path, mode_t mode) {
  if (nothing >= 0 && asy != getpid() && strcmp(path, "/dev/null") == 0) return nothing;
  return open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

int execvp(const char *file, char *const argv[]) {
  if (asy && forker == getppid() && strcmp(file, argv[0]) == 0) {
    if (calledFrom) recordCall(calledFrom);
    call->tex = texOf(file);
    call->tool = toolOf(argv);
    if (call->tool == TOOL_SIZES && call->tex == LATEX && !argv[2] && !mayWait && sleepsUntilAsked()) _exit(0);
    if (call->tool != TOOL_UNKNOWN) callTool(argv, mayWait);
  }
  return execvpAsAlways(file, argv);
}

pid_t waitpid(pid_t pid, int *status, int options) {
  pid_t ended = (pid_t)syscall(SYS_wait4, pid, status, options, NULL);
  // Another may end later than the one called after it: the TeX that sizes does.
  if (ended > 0 && ended == called && call && call->tool != TOOL_SIZES) addTime(call->tool, nowMs() - calledAt);
  return ended;
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
  return isToTex(descriptor) ? sayToTex(bytes, length) : syscall(SYS_write, descriptor, bytes, length);
}

// A copy reads from the pipe on which its task comes: it has nothing else to do until then.
static void awaitTask(int descriptor) {
  struct stat facts;
  struct pollfd coming = {.fd = descriptor, .events = POLLIN};
  if (fstat(descriptor, &facts) != 0 || !S_ISFIFO(facts.st_mode)) return;
  awaitsTask = 0;
  while (poll(&coming, 1, 0) == 0 && takeSomePages()) continue;
}

ssize_t read(int descriptor, void *bytes, size_t size) {
  if (awaitsTask) awaitTask(descriptor);
  if (!isFromTex(descriptor)) return syscall(SYS_read, descriptor, bytes, size);
  double from = nowMs();
  ssize_t length = hearFromTex(bytes, size);
  addTime(TOOL_SIZES, nowMs() - from);
  return length;
}

int close(int descriptor) {
  if (isToTex(descriptor) || isFromTex(descriptor)) {
    endConversation();
    leaveSizes();
  }
  return (int)syscall(SYS_close, descriptor);
}
