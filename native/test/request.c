#define _GNU_SOURCE
#include "../request.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"

static struct request sent, received;
static char *const words[] = {"latex", "\\scrollmode", "", NULL};
static char *const environment[] = {"PATH=/usr/bin", "EMPTY=", NULL};

static void arrivesWhole(void) {
  int ends[2], pipeEnds[2];
  CHECK(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0 && pipe(pipeEnds) == 0);
  CHECK(packRequest(&sent, words, environment));
  for (int i = 0; i < REQUEST_DESCRIPTORS; i++) sent.descriptors[i] = pipeEnds[1];
  CHECK(sendRequest(ends[0], &sent));
  CHECK(receiveRequest(ends[1], &received));
  CHECK(received.argc == 3);
  for (int i = 0; i <= 3; i++)
    CHECK(words[i] ? strcmp(received.argv[i], words[i]) == 0 : received.argv[i] == NULL);
  char packed[REQUEST_MAX_BYTES];
  size_t length = packStrings(packed, 0, environment);
  CHECK(received.environmentLength == length && memcmp(received.environment, packed, length) == 0);
  // A descriptor is the caller's pipe, under a number of its own.
  char byte = 0;
  CHECK(write(received.descriptors[0], "x", 1) == 1 && read(pipeEnds[0], &byte, 1) == 1 && byte == 'x');
}

static void arrivesAlone(void) {
  int ends[2], pipeEnds[2];
  char byte = 0;
  CHECK(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0 && pipe(pipeEnds) == 0);
  CHECK(sendDescriptor(ends[0], pipeEnds[1]));
  int arrived = receiveDescriptor(ends[1]);
  CHECK(write(arrived, "x", 1) == 1 && read(pipeEnds[0], &byte, 1) == 1 && byte == 'x');
  close(ends[0]);
  CHECK(receiveDescriptor(ends[1]) == -1);
}

static void refusesWhatIsNotARequest(void) {
  static const char *const strange[] = {"", "\2one\0", "\1one", "\0x\0", "\177x\0"};
  static const size_t lengths[] = {1, 5, 4, 3, 3};
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    int ends[2];
    CHECK(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0);
    memcpy(sent.bytes, strange[i], lengths[i]);
    sent.length = lengths[i];
    for (int k = 0; k < REQUEST_DESCRIPTORS; k++) sent.descriptors[k] = 1;
    CHECK(sendRequest(ends[0], &sent));
    CHECK(!receiveRequest(ends[1], &received));
  }
  int ends[2];
  CHECK(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0);
  CHECK(packRequest(&sent, words, environment));
  CHECK(send(ends[0], sent.bytes, sent.length, 0) > 0);
  CHECK(!receiveRequest(ends[1], &received));
  close(ends[0]);
  CHECK(!receiveRequest(ends[1], &received));
}

static void doesNotPackWhatIsTooLong(void) {
  static char longWord[REQUEST_MAX_BYTES];
  static char *many[REQUEST_MAX_WORDS + 2];
  memset(longWord, 'x', sizeof longWord - 1);
  CHECK(!packRequest(&sent, (char *[]){longWord, NULL}, environment));
  CHECK(!packRequest(&sent, words, (char *[]){longWord, NULL}));
  for (int i = 0; i <= REQUEST_MAX_WORDS; i++) many[i] = "x";
  CHECK(!packRequest(&sent, many, environment));
  CHECK(!packRequest(&sent, (char *[]){NULL}, environment));
}

int main(void) {
  arrivesWhole();
  arrivesAlone();
  refusesWhatIsNotARequest();
  doesNotPackWhatIsTooLong();
  return ended();
}
