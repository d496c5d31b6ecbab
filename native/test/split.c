// A child that is split off without a copy of the memory, and may use the stack as after fork().
#define _GNU_SOURCE
#include "../split.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static volatile int seen;

__attribute__((noinline)) static pid_t splitOffDeeper(int depth) {
  volatile char own[40];
  memset((char *)own, depth, sizeof own);
  pid_t child = depth == 0 ? splitOff() : splitOffDeeper(depth - 1);
  // As a compiler may: a place on the stack has another use now.
  if (child == 0) memset((char *)own, 0xee, sizeof own);
  for (size_t i = 0; child > 0 && i < sizeof own; i++) CHECK(own[i] == depth);
  return child;
}

__attribute__((noinline)) static void overwriteStack(int bytes) {
  volatile char others[1024];
  memset((char *)others, 0xee, sizeof others);
  if (bytes > 0) overwriteStack(bytes - (int)sizeof others);
}

__attribute__((noinline)) static void splitOnce(int number) {
  volatile int before = number;
  pid_t child = splitOffDeeper(3);
  if (child == 0) {
    before = -1;
    seen = number;
    overwriteStack(64 * 1024);
    _exit(number);
  }
  CHECK(child > 0 && before == number);
  // It has waited for the child's end.
  CHECK(seen == number);
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == number);
}

static void splitIntoProgram(void) {
  pid_t child = splitOff();
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", "exit 9", (char *)NULL);
    _exit(1);
  }
  int status = -1;
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 9);
}

int main(void) {
  for (int number = 1; number <= 100; number++) splitOnce(number);
  splitIntoProgram();
  CHECK(!isForTool((const void *)main));
  return ended();
}
