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

static int sendAll(int socket, const void *bytes, size_t length, const int *descriptors, size_t count) {
  union {
    char bytes[CMSG_SPACE(REQUEST_DESCRIPTORS * sizeof(int))];
    struct cmsghdr align;
  } control;
  memset(&control, 0, sizeof control);
  struct iovec body = {.iov_base = (void *)bytes, .iov_len = length};
  struct msghdr message = {.msg_iov = &body,
                           .msg_iovlen = 1,
                           .msg_control = control.bytes,
                           .msg_controllen = CMSG_SPACE(count * sizeof(int))};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(count * sizeof(int));
  memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
  return sendmsg(socket, &message, MSG_NOSIGNAL) == (ssize_t)length;
}

// How many descriptors came; -1 for the end, for none and for what is cut off.
static int receiveAll(int socket, void *bytes, size_t *length, int descriptors[REQUEST_DESCRIPTORS]) {
  union {
    char bytes[CMSG_SPACE(REQUEST_DESCRIPTORS * sizeof(int))];
    struct cmsghdr align;
  } control;
  struct iovec body = {.iov_base = bytes, .iov_len = *length};
  struct msghdr message = {
      .msg_iov = &body, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  if (received <= 0) return -1;
  *length = (size_t)received;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (!header || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) return -1;
  int count = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
  memcpy(descriptors, CMSG_DATA(header), (size_t)count * sizeof(int));
  if (!(message.msg_flags & (MSG_TRUNC | MSG_CTRUNC))) return count;
  for (int i = 0; i < count; i++) close(descriptors[i]);
  return -1;
}

int sendRequest(int socket, const struct request *request) {
  return sendAll(socket, request->bytes, request->length, request->descriptors, REQUEST_DESCRIPTORS);
}

int sendDescriptor(int socket, int descriptor) { return sendAll(socket, "", 1, &descriptor, 1); }

int receiveDescriptor(int socket) {
  char byte;
  size_t length = sizeof byte;
  int descriptors[REQUEST_DESCRIPTORS];
  int count = receiveAll(socket, &byte, &length, descriptors);
  if (count == 1) return descriptors[0];
  for (int i = 0; i < count; i++) close(descriptors[i]);
  return -1;
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
  request->length = sizeof request->bytes;
  int count = receiveAll(socket, request->bytes, &request->length, request->descriptors);
  if (count == REQUEST_DESCRIPTORS && parse(request)) return 1;
  for (int i = 0; i < count; i++) close(request->descriptors[i]);
  return 0;
}
