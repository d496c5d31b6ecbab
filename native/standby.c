// Preloaded into latex, pdflatex, dvisvgm, gs and dvips: a tool that was started ahead and stands by.
//
// It starts as usual, up to the point where it would first look at its task: TeX when it has loaded its format and reads
// the terminal, any other program at its main function. There it listens, and for each request it splits off a copy of
// itself that goes on with the words, descriptors and folder of the caller. The original never goes on: it tells each
// caller how its copy ended. A request it does not understand is refused, and the caller runs the real tool.
//
// It may be a template (template.h): then it is copied into jails first, and each copy listens in its own.
#define _GNU_SOURCE
#include "standby.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lateRelease.h"
#include "fontmap.h"
#include "pages.h"
#include "request.h"
#include "template.h"

extern char **environ;

enum { MAX_COPIES = 16, MAX_LINE = 512 };

static char address[sizeof((struct sockaddr_un *)0)->sun_path];
static int readyDescriptor = -1;
static int standsBy, isTemplate;
static struct request request;
// As the tool was given it: later it may have added to it.
static char environment[REQUEST_MAX_BYTES];
static size_t environmentLength;
// What the copy of a TeX reads from its terminal before anything else.
static char line[MAX_LINE];
static const char *nextOfLine = "";

static struct copy {
  pid_t pid;
  int caller;
} copies[MAX_COPIES];

// Leaves the environment as the tool would have had it, so that it can be compared with that of a call.
__attribute__((constructor)) static void readEnvironment(void) {
  const char *given = getenv(STANDBY_ADDRESS), *ready = getenv(STANDBY_READY);
  char *preloaded = getenv("LD_PRELOAD");
  char *ours = preloaded ? strstr(preloaded, ":" FAST_FOLDER "/") : NULL;
  if (ours) *ours = '\0';
  if (!given || !ready || strlen(given) >= sizeof address) return;
  strcpy(address, given);
  readyDescriptor = atoi(ready);
  standsBy = 1;
  unsetenv(STANDBY_ADDRESS);
  unsetenv(STANDBY_READY);
  isTemplate = getenv(TEMPLATE_SIGN) != NULL;
  unsetenv(TEMPLATE_SIGN);
  const char *formats = getenv("TEXFORMATS");
  unsetenv("TEXFORMATS");
  environmentLength = packStrings(environment, 0, environ);
  // It is read when TeX looks for its format.
  if (formats) setenv("TEXFORMATS", formats, 1);
}

// asy tells dvips of a file of its own by a variable, which its later calls have, too. A tool that has not begun yet can be
// given it: where it stands in the request, the end of ours if there is none, or NULL for any other environment.
static char *addedVariable(struct request *call) {
  static const char variable[] = "DVIPSRC=";
  if (call->environmentLength < environmentLength || memcmp(call->environment, environment, environmentLength) != 0)
    return NULL;
  char *added = (char *)call->environment + environmentLength;
  size_t length = call->environmentLength - environmentLength;
  if (length == 0) return "";
  int isOne = length > strlen(variable) && memcmp(added, variable, strlen(variable)) == 0 && strlen(added) == length - 1;
  return isOne ? added : NULL;
}

static void noteEnd(int signalNumber) { (void)signalNumber; }

static int listenAt(const char *path) {
  int listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  strcpy(name.sun_path, path);
  if (listener >= 0 && bind(listener, (struct sockaddr *)&name, sizeof name) == 0 && listen(listener, MAX_COPIES) == 0)
    return listener;
  _exit(1);
}

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
static int lineOf(const struct request *call) {
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+.-";
  // What latex makes by itself.
  int isTold = call->argc == 4 && strcmp(call->argv[0], "latex") == 0 && strcmp(call->argv[1], "-output-format=dvi") == 0;
  char *const *words = call->argv + isTold;
  int count = call->argc - isTold;
  int sizes = count == 2 && strcmp(words[1], "\\scrollmode") == 0;
  int typesets = count == 3 && strcmp(words[1], "\\nonstopmode\\input") == 0;
  if (!sizes && !typesets) return 0;
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

// In a jail of its own, where nothing is there yet. That the greeting is there says that somebody will listen.
static void serveJails(void) {
  char folder[sizeof address], greeting[sizeof address + sizeof ".greeting"];
  notePages();
  joinPages();
  serveAsTemplate(STREAMS_OF_NOBODY);
  strcpy(folder, address);
  *strrchr(folder, '/') = '\0';
  mkdir(folder, 0700);
  snprintf(greeting, sizeof greeting, "%s.greeting", address);
  close(open(greeting, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
}

static void tellEnds(void) {
  int status;
  for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
    for (struct copy *copy = copies; copy < copies + MAX_COPIES; copy++) {
      if (copy->pid != pid) continue;
      (void)!send(copy->caller, &status, sizeof status, MSG_NOSIGNAL);
      close(copy->caller);
      copy->pid = 0;
    }
  }
}

static struct copy *freePlace(void) {
  for (struct copy *copy = copies; copy < copies + MAX_COPIES; copy++)
    if (copy->pid == 0) return copy;
  return NULL;
}

// In the copy: takes the place of the caller, and ends when the caller does.
static void takePlace(int caller, const char *greeting, size_t greetingLength) {
  signal(SIGCHLD, SIG_DFL);
  if (fchdir(request.descriptors[REQUEST_FOLDER]) != 0) _exit(1);
  close(request.descriptors[REQUEST_FOLDER]);
  for (int i = 0; i < REQUEST_FOLDER; i++) {
    if (dup2(request.descriptors[i], i) != i) _exit(1);
    close(request.descriptors[i]);
  }
  fcntl(caller, F_SETOWN, getpid());
  fcntl(caller, F_SETSIG, SIGHUP);
  fcntl(caller, F_SETFL, fcntl(caller, F_GETFL) | O_ASYNC);
  struct pollfd gone = {.fd = caller, .events = POLLIN};
  if (poll(&gone, 1, 0) != 0) _exit(1);
  for (size_t written = 0; written < greetingLength;) {
    ssize_t count = write(STDOUT_FILENO, greeting + written, greetingLength - written);
    if (count < 0 && errno != EINTR) _exit(1);
    if (count > 0) written += (size_t)count;
  }
}

// Returns only in a copy, with the request it was made for.
static void standBy(int isTex) {
  static char greeting[4096];
  fflush(stdout);
  size_t greetingLength = isTex ? readGreeting(greeting, sizeof greeting) : 0;
  if (isTemplate) serveJails();
  struct sigaction onEnd = {.sa_handler = noteEnd};
  sigaction(SIGCHLD, &onEnd, NULL);
  sigset_t blocked, usual;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGCHLD);
  sigprocmask(SIG_BLOCK, &blocked, &usual);
  int listener = listenAt(address);
  // Whoever started it may not wait for it any more.
  void (*onBrokenPipe)(int) = signal(SIGPIPE, SIG_IGN);
  sayPlaced();
  (void)!write(readyDescriptor, "", 1);
  close(readyDescriptor);
  signal(SIGPIPE, onBrokenPipe);
  for (;;) {
    struct pollfd coming = {.fd = listener, .events = POLLIN};
    int count = ppoll(&coming, 1, NULL, &usual);
    tellEnds();
    if (count <= 0) continue;
    int caller = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (caller < 0) continue;
    struct copy *place = freePlace();
    char answer = STANDBY_REFUSED;
    if (receiveRequest(caller, &request)) {
      char *added = addedVariable(&request);
      if (place && added && (!isTex || (lineOf(&request) && !*added))) {
        answer = STANDBY_TAKEN;
        place->pid = fork();
        if (place->pid == 0) {
          close(listener);
          sigprocmask(SIG_SETMASK, &usual, NULL);
          (void)!send(caller, &answer, 1, MSG_NOSIGNAL);
          takePlace(caller, greeting, greetingLength);
          // Where no template is, the memory of each process may be added up.
          if (isTemplate) leaveMemoryBehind(caller + 1);
          if (*added) putenv(added);
          return;
        }
        place->caller = caller;
        if (place->pid < 0) {
          place->pid = 0;
          answer = STANDBY_REFUSED;
        }
      }
      for (int i = 0; i < REQUEST_DESCRIPTORS; i++) close(request.descriptors[i]);
    }
    if (answer == STANDBY_TAKEN) continue;
    (void)!send(caller, &answer, 1, MSG_NOSIGNAL);
    close(caller);
  }
}

// The library that finds TeX's files reads long lists, once for each sort of file and only when it first looks for one:
// this is done before anybody waits for it. Numbers as in <kpathsea/types.h>. Nothing of these names is there, so every
// place is looked at.
static void readFileLists(const char *program) {
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

// TeX reads its terminal and its files with this. The first time it is the terminal, and the format is loaded.
int getc(FILE *file) {
  static int (*usual)(FILE *);
  if (!usual) usual = (int (*)(FILE *))dlsym(RTLD_NEXT, "getc");
  if (file == stdin) {
    if (standsBy) {
      standsBy = 0;
      readFileLists(NULL);
      standBy(1);
      nextOfLine = line;
    }
    if (*nextOfLine) return (unsigned char)*nextOfLine++;
  }
  return usual(file);
}

static int (*realMain)(int, char **, char **);

static int mainOfCopy(int argc, char **argv, char **variables) {
  (void)argc;
  standsBy = 0;
  readFileLists(argv[0]);
  (void)variables;
  standBy(0);
  expectFontsOf(request.argc, request.argv);
  return realMain(request.argc, request.argv, environ);
}

// Every program begins here. A TeX goes on to its terminal; any other program stands by before its main function.
int __libc_start_main(int (*mainFunction)(int, char **, char **), int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*loaderFini)(void), void *stackEnd) {
  typedef int start(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void), void (*)(void),
                    void *);
  start *usual = (start *)dlsym(RTLD_NEXT, "__libc_start_main");
  realMain = mainFunction;
  int isTex = argc == 2 && strcmp(argv[1], STANDBY_TEX_LINE) == 0;
  return usual(standsBy && !isTex ? mainOfCopy : mainFunction, argc, argv, init, fini, loaderFini, stackEnd);
}
