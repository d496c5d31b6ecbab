#define _GNU_SOURCE
#include "template.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// As bubblewrap is told (worker/jail/keeper/walls.ts).
enum { JAIL_USER = 65534, JAIL_GROUP = 65534 };
#define JAIL_FOLDER "/job"
enum { MAX_FILTER = 1024, MAX_LINE = 512, PLACING_MS = 2000, STREAM_COUNT = 3, MAX_WAITING = 64 };

static const int namespaces =
    CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;

static struct sock_filter filter[MAX_FILTER];
static struct sock_fprog seccomp = {.filter = filter};
// A copy's line to its template, until it may go on.
static int line = -1;
// The template's ends of these.
static struct waiting {
  pid_t copy;
  int line;
} waiting[MAX_WAITING];

static void giveUp(const char *why) {
  dprintf(TEMPLATE_ANSWERS, "broken %s: %s\n", why, strerror(errno));
  _exit(1);
}

static void readFilter(void) {
  ssize_t length = read(TEMPLATE_SECCOMP, filter, sizeof filter);
  if (length <= 0 || length == sizeof filter || length % (ssize_t)sizeof filter[0] != 0) giveUp("seccomp");
  seccomp.len = (unsigned short)((size_t)length / sizeof filter[0]);
  close(TEMPLATE_SECCOMP);
}

// A request for a copy: a process behind the walls, and the limits that it has, which the copy takes on.
struct order {
  pid_t process;
  int niceness;
  struct {
    int resource;
    rlim_t most;
  } limits[RLIM_NLIMITS];
  int limitCount;
};

static int takeLimits(const struct order *order) {
  for (int i = 0; i < order->limitCount; i++) {
    struct rlimit limit = {order->limits[i].most, order->limits[i].most};
    if (setrlimit((__rlimit_resource_t)order->limits[i].resource, &limit) != 0) return 0;
  }
  return setpriority(PRIO_PROCESS, 0, order->niceness) == 0;
}

static int takeStreams(int jail, int taken[STREAM_COUNT]) {
  for (int stream = 0; stream < STREAM_COUNT; stream++)
    if ((taken[stream] = (int)syscall(SYS_pidfd_getfd, jail, stream, 0)) < 0) return 0;
  return 1;
}

static int becomeJailUser(void) {
  for (int right = 0; prctl(PR_CAPBSET_READ, right) >= 0; right++)
    if (prctl(PR_CAPBSET_DROP, right) != 0) return 0;
  if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0) return 0;
  if (setresgid(JAIL_GROUP, JAIL_GROUP, JAIL_GROUP) != 0) return 0;
  return setresuid(JAIL_USER, JAIL_USER, JAIL_USER) == 0;
}

static int dropRights(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
  if (syscall(SYS_capset, &header, none) != 0) return 0;
  // Its own folder in /proc is its own, as that of every program there.
  if (prctl(PR_SET_DUMPABLE, 1) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 0;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &seccomp) == 0;
}

// In the copy. The sequence matters: what is outside must be taken before, and rights are needed for each step but the last.
static const char *goBehindWalls(const struct order *order, int jail, enum streams wanted) {
  int streams[STREAM_COUNT];
  if (!takeLimits(order)) return "limits";
  if (wanted == STREAMS_OF_JAIL && !takeStreams(jail, streams)) return "streams";
  if (setns(jail, namespaces) != 0) return "namespaces";
  for (int stream = 0; stream < STREAM_COUNT; stream++) {
    if (wanted == STREAMS_OF_NOBODY && (streams[stream] = open("/dev/null", O_RDWR)) < 0) return "streams";
    if (dup2(streams[stream], stream) != stream) return "streams";
  }
  // One of ours that stayed open would be a way from jail to jail.
  int first = STREAM_COUNT;
  if (dup2(line, first) != first || fcntl(first, F_SETFD, FD_CLOEXEC) != 0) return "descriptors";
  line = first;
  if (syscall(SYS_close_range, (unsigned)first + 1, ~0U, 0) != 0) return "descriptors";
  umask(022);
  if (setsid() < 0) return "session";
  if (!becomeJailUser()) return "user";
  // It is the jail's own, and nobody else's.
  if (chdir(JAIL_FOLDER) != 0) return "folder";
  return dropRights() ? NULL : "rights";
}

static int isPlaced(int copysLine, char *word) {
  struct pollfd coming = {.fd = copysLine, .events = POLLIN};
  int count;
  do count = poll(&coming, 1, PLACING_MS);
  while (count < 0 && errno == EINTR);
  ssize_t length = count > 0 ? read(copysLine, word, MAX_LINE - 1) : 0;
  word[length > 0 ? length : 0] = '\0';
  return length == 1 && word[0] == '.';
}

static int keepWaiting(pid_t copy, int copysLine) {
  for (struct waiting *place = waiting; place < waiting + MAX_WAITING; place++)
    if (place->copy == 0) {
      *place = (struct waiting){copy, copysLine};
      return 1;
    }
  return 0;
}

// Whether it goes on or has ended, nobody waits on its line any more.
static void endWaiting(pid_t copy, int goesOn) {
  for (struct waiting *place = waiting; place < waiting + MAX_WAITING; place++) {
    if (copy == 0 || place->copy != copy) continue;
    if (goesOn) (void)!send(place->line, "", 1, MSG_NOSIGNAL);
    close(place->line);
    place->copy = 0;
  }
}

// True in the copy. A process enters another PID namespace only by being born there.
static int copyInto(const struct order *order, int own, enum streams streams) {
  char word[MAX_LINE] = "";
  int ends[2] = {-1, -1};
  pid_t copy = -1;
  int jail = (int)syscall(SYS_pidfd_open, order->process, 0);
  if (jail >= 0 && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0 && setns(jail, CLONE_NEWPID) == 0) {
    copy = _Fork();
    if (copy == 0) {
      line = ends[1];
      const char *failed = goBehindWalls(order, jail, streams);
      if (!failed) return 1;
      dprintf(line, "%s: %s", failed, strerror(errno));
      _exit(1);
    }
    if (setns(own, CLONE_NEWPID) != 0) giveUp("namespace");
  }
  if (ends[1] >= 0) close(ends[1]);
  if (copy > 0 && isPlaced(ends[0], word) && keepWaiting(copy, ends[0]))
    dprintf(TEMPLATE_ANSWERS, "placed %d %d\n", (int)order->process, (int)copy);
  else {
    dprintf(TEMPLATE_ANSWERS, "failed %d %s\n", (int)order->process, copy < 0 ? strerror(errno) : word);
    if (copy > 0) kill(copy, SIGKILL);
    if (ends[0] >= 0) close(ends[0]);
  }
  if (jail >= 0) close(jail);
  return 0;
}

static void tellEnds(void) {
  int status;
  for (pid_t copy; (copy = waitpid(-1, &status, WNOHANG)) > 0;) {
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1, bySignal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    endWaiting(copy, 0);
    dprintf(TEMPLATE_ANSWERS, "ended %d %d %d\n", (int)copy, code, bySignal);
  }
}

// A line of numbers: the process, its niceness, and pairs of a limit's number and what it is; or 0 and a copy that may go
// on. False at the end.
static int readOrder(struct order *order) {
  char text[MAX_LINE];
  size_t length = 0;
  while (length < sizeof text - 1) {
    ssize_t count = read(TEMPLATE_REQUESTS, text + length, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return 0;
    if (text[length] == '\n') break;
    length++;
  }
  text[length] = '\0';
  char *at = text, *end;
  order->process = (pid_t)strtol(at, &at, 10);
  order->niceness = (int)strtol(at, &at, 10);
  order->limitCount = 0;
  while (order->limitCount < RLIM_NLIMITS) {
    long resource = strtol(at, &end, 10);
    if (end == at) break;
    order->limits[order->limitCount].resource = (int)resource;
    order->limits[order->limitCount++].most = strtoul(end, &at, 10);
  }
  return end > text;
}

static void noteEnd(int signalNumber) { (void)signalNumber; }

void serveAsTemplate(enum streams streams) {
  struct sigaction onEnd = {.sa_handler = noteEnd}, before;
  sigset_t blocked, usual;
  int own = open("/proc/self/ns/pid", O_RDONLY | O_CLOEXEC);
  if (own < 0) giveUp("namespace");
  readFilter();
  if (setgroups(0, NULL) != 0) giveUp("groups");
  sigaction(SIGCHLD, &onEnd, &before);
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGCHLD);
  sigprocmask(SIG_BLOCK, &blocked, &usual);
  dprintf(TEMPLATE_ANSWERS, "ready %d\n", (int)getpid());
  for (;;) {
    struct pollfd coming = {.fd = TEMPLATE_REQUESTS, .events = POLLIN};
    int count = ppoll(&coming, 1, NULL, &usual);
    tellEnds();
    if (count <= 0) continue;
    struct order order;
    if (!readOrder(&order)) _exit(0);
    if (order.process == 0) {
      endWaiting((pid_t)order.niceness, 1);
      continue;
    }
    if (!copyInto(&order, own, streams)) continue;
    sigaction(SIGCHLD, &before, NULL);
    sigprocmask(SIG_SETMASK, &usual, NULL);
    return;
  }
}

void sayPlaced(void) {
  char word;
  if (line < 0) return;
  ssize_t count = syscall(SYS_write, line, ".", 1);
  do count = syscall(SYS_read, line, &word, 1);
  while (count < 0 && errno == EINTR);
  // Nobody has looked at its walls.
  if (count != 1) _exit(1);
  syscall(SYS_close, line);
  line = -1;
}
