// A call of a tool on its way from asy to a process that stands by for that tool.
//
// One message over a unix socket: the words of the call, its environment, and four descriptors. The answer is one byte
// (taken or refused) and, when the tool has ended, its wait status.
#ifndef REQUEST_H
#define REQUEST_H

#include <stddef.h>

enum { REQUEST_MAX_BYTES = 32 * 1024, REQUEST_MAX_WORDS = 64 };

// Standard input, output and error of the call, and its current folder.
enum { REQUEST_DESCRIPTORS = 4, REQUEST_FOLDER = 3 };

struct request {
  char bytes[REQUEST_MAX_BYTES];
  size_t length;
  int argc;
  char *argv[REQUEST_MAX_WORDS + 1];
  // What follows the words: NAME=VALUE strings, each with its end, in their order.
  const char *environment;
  size_t environmentLength;
  int descriptors[REQUEST_DESCRIPTORS];
};

// False if the call does not fit: then it is not a call we know.
int packRequest(struct request *request, char *const argv[], char *const environment[]);
int sendRequest(int socket, const struct request *request);
// False for anything but a whole request; no descriptor is left open then.
int receiveRequest(int socket, struct request *request);
// A single one; -1 if none came.
int sendDescriptor(int socket, int descriptor);
int receiveDescriptor(int socket);

// Appends strings with their ends to so many bytes that are there; the new length, or 0 if they do not fit.
size_t packStrings(char *bytes, size_t length, char *const strings[]);

#endif
