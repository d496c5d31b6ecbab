#define _GNU_SOURCE
#include "spare.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "pages.h"

static pid_t spare = -1;
static int line = -1;

static int awaitCall(int end, struct request *request) {
  struct pollfd coming = {.fd = end, .events = POLLIN};
  int caller;
  notePages();
  while (poll(&coming, 1, 0) == 0 && takeSomePages()) continue;
  // None comes any more, or the server has ended.
  if (!receiveRequest(end, request) || (caller = receiveDescriptor(end)) < 0) _exit(0);
  close(end);
  return caller;
}

int makeSpare(struct request *request) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return NO_CALLER;
  spare = fork();
  if (spare == 0) {
    close(ends[0]);
    return awaitCall(ends[1], request);
  }
  close(ends[1]);
  line = ends[0];
  return NO_CALLER;
}

pid_t giveToSpare(const struct request *request, int caller) {
  pid_t given = spare;
  if (line < 0) return -1;
  if (!sendRequest(line, request) || !sendDescriptor(line, caller)) given = -1;
  close(line);
  line = spare = -1;
  return given;
}
