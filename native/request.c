#define _GNU_SOURCE
#include "request.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

size_t packStrings(char *bytes, size_t length, char *const strings[]) {
  for (; *strings; strings++) {
    size_t size = strlen(*strings) + 1;
    if (length + size > REQUEST_MAX_BYTES) return 0;
    memcpy(bytes + length, *strings, size);
    length += size;
  }
  return length;
}

// The first byte is the number of words.
int packRequest(struct request *request, char *const argv[], char *const environment[]) {
  int argc = 0;
  while (argv[argc]) argc++;
  if (argc < 1 || argc > REQUEST_MAX_WORDS) return 0;
  request->bytes[0] = (char)argc;
  size_t length = packStrings(request->bytes, 1, argv);
  if (length) length = packStrings(request->bytes, length, environment);
  request->length = length;
  return length > 0;
}

int sendRequest(int socket, const struct request *request) {
  union {
    char bytes[CMSG_SPACE(sizeof request->descriptors)];
    struct cmsghdr align;
  } control;
  memset(&control, 0, sizeof control);
  struct iovec body = {.iov_base = (void *)request->bytes, .iov_len = request->length};
  struct msghdr message = {
      .msg_iov = &body, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof request->descriptors);
  memcpy(CMSG_DATA(header), request->descriptors, sizeof request->descriptors);
  return sendmsg(socket, &message, MSG_NOSIGNAL) == (ssize_t)request->length;
}

// Points argv and environment into the bytes; false if they are cut off somewhere.
static int parse(struct request *request) {
  if (request->length < 2 || request->bytes[request->length - 1] != '\0') return 0;
  request->argc = request->bytes[0];
  if (request->argc < 1 || request->argc > REQUEST_MAX_WORDS) return 0;
  char *at = request->bytes + 1, *end = request->bytes + request->length;
  for (int i = 0; i < request->argc; i++) {
    if (at >= end) return 0;
    request->argv[i] = at;
    at += strlen(at) + 1;
  }
  request->argv[request->argc] = NULL;
  request->environment = at;
  request->environmentLength = (size_t)(end - at);
  return 1;
}

int receiveRequest(int socket, struct request *request) {
  union {
    char bytes[CMSG_SPACE(sizeof request->descriptors)];
    struct cmsghdr align;
  } control;
  struct iovec body = {.iov_base = request->bytes, .iov_len = sizeof request->bytes};
  struct msghdr message = {
      .msg_iov = &body, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  ssize_t length = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  if (length <= 0) return 0;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (!header || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) return 0;
  size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
  memcpy(request->descriptors, CMSG_DATA(header), count * sizeof(int));
  request->length = (size_t)length;
  if (count == REQUEST_DESCRIPTORS && !(message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) && parse(request)) return 1;
  for (size_t i = 0; i < count; i++) close(request->descriptors[i]);
  return 0;
}
