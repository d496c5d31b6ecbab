#define _GNU_SOURCE
#include "../conversation.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"

static enum tex isLatex(void) { return LATEX; }

// The preamble that was recorded when the toolchain was prepared.
int open(const char *path, int flags, ...) {
  static const char recorded[] = "0\n\n";
  (void)flags;
  if (!strstr(path, "preamble")) return -1;
  int file = memfd_create("preamble", MFD_CLOEXEC);
  return write(file, recorded, sizeof recorded - 1) < 0 || lseek(file, 0, SEEK_SET) != 0 ? -1 : file;
}

// asy hangs up on the TeX that sizes, and closes the pipe then: TeX may be gone with words still to be said.
static void endsWithoutTex(void) {
  int to[2], from[2];
  char greeting[8];
  CHECK(pipe(to) == 0 && pipe(from) == 0);
  CHECK(!prepareConversation(to[0], from[1]));
  beginConversation(to[1], from[0]);
  CHECK(write(from[1], "\n*", 2) == 2);
  CHECK(hearFromTex(greeting, sizeof greeting) == 2);
  CHECK(sayToTex("\\preamble\n", 10) == 10);
  close(to[0]);
  close(from[1]);
  endConversation();
  CHECK(!isTalking());
}

int main(void) {
  whichTex = isLatex;
  endsWithoutTex();
  return ended();
}
