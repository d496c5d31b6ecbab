#define _GNU_SOURCE
#include "tools.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "request.h"
#include "standby.h"
#include "template.h"

extern char **environ;

// Addresses and greetings of the processes that stand by; the folder is made by the first of them.
#define FOLDER "/tmp/.asyground"
enum { MAX_VARIABLES = 128, MAX_VALUE = 1024 };
// In place of the descriptor on which a tool says that it is ready.
enum { NOBODY_WAITS = -1, IN_TEMPLATE = -2 };
enum { LAUNCH_TRIES = 100, LAUNCH_PAUSE_MICROSECONDS = 2000 };
// What asy calls the first drawing that TeX is to include.
#define DRAWING_SUFFIX "_0.pdf"

// Those that are started ahead, and the descriptors on which they say that they are ready. They are kept far from the
// low numbers, which asy's own files shall have as always.
enum { AHEAD = 4, FAR_DESCRIPTOR = 200 };
static const char *const forScreens[AHEAD] = {"latex", "dvisvgm"};
static const char *const forPaper[AHEAD] = {"latex", STANDBY_PDF, STANDBY_PNG, "dvips"};
static const char *const *aheadNames = forScreens;
static int aheadReadiness[AHEAD] = {-1, -1, -1, -1};
static int isTexTwice;
// asy's own connections to a TeX that may size, of which one may be called; and the one that serves.
enum { SIZING = 2, FAR_CONNECTION = 230 };
static const char *const sizing[SIZING] = {"latex", "pdflatex"};
static int sizes[SIZING] = {-1, -1};
static int taken = -1;

static int isTex(const char *name) { return strcmp(name, "latex") == 0 || strcmp(name, "pdflatex") == 0; }

static char *lineOf(const char *tex) { return strcmp(tex, "pdflatex") == 0 ? STANDBY_PDFTEX_LINE : STANDBY_TEX_LINE; }

enum tool toolOf(char *const argv[]) {
  const char *name = argv[0];
  if (isTex(name)) return argv[1] && strcmp(argv[1], "\\scrollmode") == 0 ? TOOL_SIZES : TOOL_TYPESETS;
  if (strcmp(name, "dvisvgm") == 0 || strcmp(name, "gs") == 0 || strcmp(name, "dvips") == 0) return TOOL_CONVERTS;
  return TOOL_UNKNOWN;
}

// The environment with more libraries preloaded and more variables; false if it does not fit.
static int extendEnvironment(char *extended[], char preload[], const char *libraries, char *const added[]) {
  int count = 0;
  for (char **variable = environ; *variable; variable++) {
    if (count >= MAX_VARIABLES) return 0;
    extended[count++] = *variable;
    if (strncmp(*variable, "LD_PRELOAD=", strlen("LD_PRELOAD=")) != 0) continue;
    if (snprintf(preload, MAX_VALUE, "%s%s", *variable, libraries) >= MAX_VALUE) return 0;
    extended[count - 1] = preload;
  }
  for (; *added; added++) extended[count++] = *added;
  extended[count] = NULL;
  return 1;
}

// The name under which the tool of a call stands by: there is a Ghostscript for each sort of calls.
static const char *standbyOf(char *const argv[]) {
  if (strcmp(argv[0], "gs") != 0) return argv[0];
  for (char *const *word = argv; *word; word++) {
    if (strcmp(*word, "-sDEVICE=pdfwrite") == 0) return STANDBY_PDF;
    if (strcmp(*word, "-sOutputFile=/dev/null") == 0) return STANDBY_PATHS;
  }
  for (char *const *word = argv; *word; word++)
    if (strcmp(*word, "-sDEVICE=ps2write") == 0) return STANDBY_PS;
  return STANDBY_PNG;
}

// In a process of its own: becomes the tool that stands by, whose name ends where a dot comes. Nothing of the caller's descriptors is kept.
static void becomeStandby(const char *name, const char *path, int ready) {
  char *extended[MAX_VARIABLES + 8], preload[MAX_VALUE], tool[32], program[64], file[128], at[192], on[64];
  char formats[] = "TEXFORMATS=" STANDBY_FORMATS;
  char sign[] = TEMPLATE_SIGN "=1", *added[] = {at, on, formats, ready == IN_TEMPLATE ? sign : NULL, NULL};
  int isConverter = strcmp(name, "dvisvgm") == 0;
  const char *libraries = isConverter ? ":" STANDBY_LIBRARY ":" GHOSTSCRIPT_LIBRARY : ":" STANDBY_LIBRARY;
  snprintf(tool, sizeof tool, "%.*s", (int)strcspn(name, "."), name);
  snprintf(program, sizeof program, "/usr/bin/%s", tool);
  snprintf(file, sizeof file, "%s.greeting", path);
  snprintf(at, sizeof at, STANDBY_ADDRESS "=%s", path);
  snprintf(on, sizeof on, STANDBY_READY "=%d", ready);
  if (!extendEnvironment(extended, preload, libraries, added)) _exit(1);
  setsid();
  int nothing = open("/dev/null", O_RDWR), greeting = open(file, O_RDWR | O_CREAT | O_TRUNC, 0600);
  dup2(nothing, STDIN_FILENO);
  dup2(greeting, STDOUT_FILENO);
  dup2(nothing, STDERR_FILENO);
  for (int other = STDERR_FILENO + 1; other < 256; other++) {
    int isKeepers = ready == IN_TEMPLATE && other >= TEMPLATE_REQUESTS && other <= TEMPLATE_SECCOMP;
    if (other != ready && !isKeepers) close(other);
  }
  char *words[] = {tool, isTex(tool) ? lineOf(tool) : NULL, NULL};
  execve(program, words, extended);
  _exit(1);
}

// Starts a tool that stands by, as nobody's child.
static void launchStandby(const char *name, const char *path, int ready) {
  mkdir(FOLDER, 0700);
  // Not fork(): no handler of asy's libraries has to do with these two.
  pid_t between = _Fork();
  if (between == 0) {
    if (_Fork() == 0) becomeStandby(name, path, ready);
    _exit(0);
  }
  if (between > 0) waitpid(between, NULL, 0);
}

// The descriptor on which it says that it is ready, or -1.
static int startStandby(const char *name, const char *path) {
  int ready[2];
  if (pipe2(ready, 0) != 0) return -1;
  launchStandby(name, path, ready[1]);
  close(ready[1]);
  return ready[0];
}

static int connectTo(const char *path) {
  int connection = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  strncpy(name.sun_path, path, sizeof name.sun_path - 1);
  if (connection >= 0 && connect(connection, (struct sockaddr *)&name, sizeof name) == 0) return connection;
  if (connection >= 0) close(connection);
  return -1;
}

static ssize_t receive(int connection, void *bytes, size_t size) {
  ssize_t count;
  do count = recv(connection, bytes, size, 0);
  while (count < 0 && errno == EINTR);
  return count;
}

// Ends as the tool ended.
static void endAs(int status) {
  if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
  signal(WTERMSIG(status), SIG_DFL);
  kill(getpid(), WTERMSIG(status));
  _exit(1);
}

// Returns if the call was not taken; nothing has happened then.
static void handOver(int connection, char *const argv[]) {
  static struct request request;
  if (!packRequest(&request, argv, environ)) return;
  for (int i = 0; i < REQUEST_FOLDER; i++) request.descriptors[i] = i;
  request.descriptors[REQUEST_FOLDER] = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  char answer = STANDBY_REFUSED;
  int sent = sendRequest(connection, &request);
  close(request.descriptors[REQUEST_FOLDER]);
  if (!sent || receive(connection, &answer, 1) != 1 || answer != STANDBY_TAKEN) return;
  for (int i = 0; i < SIZING; i++) {
    if (connection != sizes[i]) continue;
    taken = i;
    _exit(0);
  }
  // The other end of a pipe must see its end when the tool ends, not when we do.
  for (int i = 0; i < REQUEST_FOLDER; i++) close(i);
  int status;
  if (receive(connection, &status, sizeof status) != sizeof status) _exit(1);
  endAs(status);
}

// Only where what TeX prints is read by asy or by nobody: a person who is shown an error sees the real run.
static int printsToNobody(enum tool tool) {
  struct stat output;
  if (fstat(STDOUT_FILENO, &output) != 0) return 0;
  if (tool == TOOL_SIZES) return S_ISFIFO(output.st_mode);
  return S_ISCHR(output.st_mode) && output.st_rdev == makedev(1, 3);
}

// Ghostscript makes a PDF of what is drawn, and pdflatex then sets the labels over it: that one can start meanwhile.
static int comesBeforePdflatex(char *const argv[]) {
  int isPdf = 0, isDrawing = 0;
  for (char *const *word = argv; *word; word++) {
    size_t length = strlen(*word), suffix = strlen(DRAWING_SUFFIX);
    isPdf |= strcmp(*word, "-sDEVICE=pdfwrite") == 0;
    isDrawing |= strncmp(*word, "-sOutputFile=", strlen("-sOutputFile=")) == 0 && length > suffix &&
                 strcmp(*word + length - suffix, DRAWING_SUFFIX) == 0;
  }
  return isPdf && isDrawing;
}

// One that was launched a while ago, if it was: its greeting is there before it listens. It is given up soon, and the
// real tool does the work.
static int awaitLaunched(const char *path) {
  char greeting[96];
  snprintf(greeting, sizeof greeting, "%s.greeting", path);
  int connection = -1;
  for (int tries = 0; connection < 0 && tries < LAUNCH_TRIES && access(greeting, F_OK) == 0; tries++) {
    if (tries > 0) usleep(LAUNCH_PAUSE_MICROSECONDS);
    connection = connectTo(path);
  }
  return connection;
}

// A connection to the tool that stands by, once it does; -1 if there is none.
static int reach(const char *name, enum tool tool) {
  char path[64], ready;
  snprintf(path, sizeof path, FOLDER "/%s", name);
  for (int i = 0; i < AHEAD && aheadNames[i]; i++)
    // At the end of the file it is ready too, and somebody else has heard it.
    if (strcmp(aheadNames[i], name) == 0 && aheadReadiness[i] >= 0) (void)!read(aheadReadiness[i], &ready, 1);
  if (tool == TOOL_TYPESETS) return awaitLaunched(path);
  int connection = connectTo(path);
  if (connection >= 0 || tool != TOOL_SIZES || !isTexTwice) return connection;
  int readiness = startStandby(name, path);
  if (readiness >= 0 && read(readiness, &ready, 1) == 1) connection = connectTo(path);
  if (readiness >= 0) close(readiness);
  return connection;
}

int reachSizes(void) {
  int reached = 0;
  char path[64];
  leaveSizes();
  for (int i = 0; i < SIZING; i++) {
    snprintf(path, sizeof path, FOLDER "/%s", sizing[i]);
    int connection = connectTo(path);
    if (connection < 0) continue;
    sizes[i] = fcntl(connection, F_DUPFD_CLOEXEC, FAR_CONNECTION);
    close(connection);
    reached |= sizes[i] >= 0;
  }
  return reached;
}

static void leaveAllBut(int kept) {
  for (int i = 0; i < SIZING; i++) {
    if (sizes[i] < 0 || i == kept) continue;
    close(sizes[i]);
    sizes[i] = -1;
  }
}

void leaveSizes(void) {
  leaveAllBut(-1);
  taken = -1;
}

void leaveUntakenSizes(void) { leaveAllBut(taken); }

void callTool(char *const argv[], int mayWait) {
  static char preload[MAX_VALUE];
  static char *extended[MAX_VARIABLES + 8];
  const char *name = argv[0];
  enum tool tool = toolOf(argv);
  int converter = strcmp(name, "dvisvgm") == 0;
  if (strcmp(name, "gs") == 0 && comesBeforePdflatex(argv) && access(FOLDER "/pdflatex.greeting", F_OK) != 0)
    launchStandby("pdflatex", FOLDER "/pdflatex", NOBODY_WAITS);
  if (isTex(name) ? !printsToNobody(tool) : tool != TOOL_CONVERTS) return;
  if (!mayWait) {
    for (int i = 0; i < SIZING && tool == TOOL_SIZES; i++)
      if (sizes[i] >= 0 && strcmp(name, sizing[i]) == 0) handOver(sizes[i], argv);
    return;
  }
  int connection = reach(standbyOf(argv), tool);
  if (connection >= 0) {
    handOver(connection, argv);
    close(connection);
  }
  if (converter && extendEnvironment(extended, preload, ":" GHOSTSCRIPT_LIBRARY, (char *[]){NULL})) environ = extended;
}

void startAhead(int isForPaper) {
  char path[64];
  if (isForPaper) aheadNames = forPaper;
  for (int i = 0; i < AHEAD && aheadNames[i]; i++) {
    snprintf(path, sizeof path, FOLDER "/%s", aheadNames[i]);
    int readiness = startStandby(aheadNames[i], path);
    if (readiness < 0) continue;
    aheadReadiness[i] = fcntl(readiness, F_DUPFD_CLOEXEC, FAR_DESCRIPTOR);
    close(readiness);
  }
}

void becomeTemplate(const char *name) {
  char path[64];
  mkdir(FOLDER, 0700);
  if (snprintf(path, sizeof path, FOLDER "/%s", name) < (int)sizeof path) becomeStandby(name, path, IN_TEMPLATE);
}

void expectTexTwice(void) { isTexTwice = 1; }
