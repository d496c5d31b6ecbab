#define _GNU_SOURCE
#include "copies.h"

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
#include <unistd.h>

#include "lateRelease.h"
#include "pages.h"
#include "spare.h"
#include "standby.h"
#include "template.h"

extern char **environ;

enum { MAX_COPIES = 16 };

static char address[sizeof((struct sockaddr_un *)0)->sun_path];
static int readyDescriptor = -1;
static int isTemplate;
static struct request request;
// As the tool was given it: later it may have added to it.
static char environment[REQUEST_MAX_BYTES];
static size_t environmentLength;

static struct copy {
  pid_t pid;
  int caller;
} copies[MAX_COPIES];

const char *prepareToStandBy(void) {
  const char *given = getenv(STANDBY_ADDRESS), *ready = getenv(STANDBY_READY);
  char *preloaded = getenv("LD_PRELOAD");
  char *ours = preloaded ? strstr(preloaded, ":" FAST_FOLDER "/") : NULL;
  if (ours) *ours = '\0';
  if (!given || !ready || strlen(given) >= sizeof address) return NULL;
  strcpy(address, given);
  readyDescriptor = atoi(ready);
  unsetenv(STANDBY_ADDRESS);
  unsetenv(STANDBY_READY);
  isTemplate = getenv(TEMPLATE_SIGN) != NULL;
  unsetenv(TEMPLATE_SIGN);
  const char *formats = getenv("TEXFORMATS");
  unsetenv("TEXFORMATS");
  environmentLength = packStrings(environment, 0, environ);
  // It is read when TeX looks for its format.
  if (formats) setenv("TEXFORMATS", formats, 1);
  const char *name = strrchr(address, '/');
  return name ? name + 1 : address;
}

// asy tells dvips of a file of its own by a variable, which its later calls have, too. A tool that does not look at it before
// it stands by can be given it: where it stands in the request, the end of ours if there is none, or NULL for any other environment.
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

// In the server: NO_CALLER. In a copy of it: the caller of a call that is known.
static int takeCall(int listener, knownCall *isKnown) {
  int caller = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
  if (caller < 0) return NO_CALLER;
  struct copy *place = freePlace();
  int isReceived = receiveRequest(caller, &request);
  const char *added = isReceived ? addedVariable(&request) : NULL;
  pid_t pid = -1;
  if (place && added && isKnown(&request, *added != '\0')) {
    pid = giveToSpare(&request, caller);
    if (pid < 0) pid = fork();
    if (pid == 0) return caller;
  }
  if (isReceived)
    for (int i = 0; i < REQUEST_DESCRIPTORS; i++) close(request.descriptors[i]);
  if (pid > 0) {
    *place = (struct copy){pid, caller};
    return NO_CALLER;
  }
  char answer = STANDBY_REFUSED;
  (void)!send(caller, &answer, 1, MSG_NOSIGNAL);
  close(caller);
  return NO_CALLER;
}

const struct request *standBy(knownCall *isKnown, const char *greeting, size_t greetingLength, int keepsSpare) {
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
  // Where no template is, the memory of each process may be added up.
  int caller = keepsSpare && isTemplate ? makeSpare(&request) : NO_CALLER;
  while (caller == NO_CALLER) {
    struct pollfd coming = {.fd = listener, .events = POLLIN};
    int count = ppoll(&coming, 1, NULL, &usual);
    tellEnds();
    if (count > 0) caller = takeCall(listener, isKnown);
  }
  char answer = STANDBY_TAKEN, *added = addedVariable(&request);
  close(listener);
  sigprocmask(SIG_SETMASK, &usual, NULL);
  (void)!send(caller, &answer, 1, MSG_NOSIGNAL);
  takePlace(caller, greeting, greetingLength);
  if (isTemplate) leaveMemoryBehind(caller + 1);
  if (*added) putenv(added);
  return &request;
}
