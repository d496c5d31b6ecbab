#define _GNU_SOURCE
#include "split.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "standby.h"

#define RECORD "ASYGROUND_RECORD"
#define CALLS_FILE FAST_FOLDER "/share/calls"
enum { MAX_CALLS_TEXT = 256, PAGE_BYTES = 4096, FLAGS = CLONE_VM | CLONE_VFORK | SIGCHLD };

#ifdef __x86_64__
// More than the functions between need that return to asy, and asy's own that calls.
#define SAVED_BYTES 2048
__attribute__((used)) static uint64_t savedStack[SAVED_BYTES / sizeof(uint64_t)];

// clone(FLAGS, no other stack). The stack as it was is restored in the parent before it is used again.
long splitOffNow(long flags);
__asm__(".text\n"
        ".type splitOffNow, @function\n"
        ".hidden splitOffNow\n"
        ".globl splitOffNow\n"
        "splitOffNow:\n"
        "  mov %rdi, %rdx\n"
        "  mov %rsp, %rsi\n"
        "  lea savedStack(%rip), %rdi\n"
        "  mov $(2048 / 8), %ecx\n"
        "  rep movsq\n"
        "  mov %rdx, %rdi\n"
        "  xor %esi, %esi\n"
        "  xor %edx, %edx\n"
        "  xor %r10d, %r10d\n"
        "  xor %r8d, %r8d\n"
        "  mov $56, %eax\n"
        "  syscall\n"
        "  test %rax, %rax\n"
        "  jle 1f\n"
        "  lea savedStack(%rip), %rsi\n"
        "  mov %rsp, %rdi\n"
        "  mov $(2048 / 8), %ecx\n"
        "  rep movsq\n"
        "1:\n"
        "  ret\n"
        ".size splitOffNow, . - splitOffNow\n");
#else
// Not written for others yet: they fork.
static long splitOffNow(long flags) {
  (void)flags;
  return -ENOSYS;
}
#endif

// Where in asy a place is: asy itself may be anywhere in memory. Its headers are on its first page.
static size_t offsetOf(const void *place) { return (uintptr_t)place - getauxval(AT_PHDR) / PAGE_BYTES * PAGE_BYTES; }

int isForTool(const void *place) {
  static char calls[MAX_CALLS_TEXT];
  static int isRead;
  if (!isRead) {
    int file = open(CALLS_FILE, O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? 0 : read(file, calls, sizeof calls - 1);
    if (file >= 0) close(file);
    calls[length > 0 ? length : 0] = '\0';
    isRead = 1;
  }
  size_t known = strtoul(calls, NULL, 16);
  return known != 0 && known == offsetOf(place);
}

void recordCall(const void *place) {
  const char *name = getenv(RECORD);
  int file = name ? open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644) : -1;
  if (file < 0) return;
  dprintf(file, "%zx\n", offsetOf(place));
  close(file);
}

pid_t splitOff(void) {
  long child = splitOffNow(FLAGS);
  if (child >= 0) return (pid_t)child;
  errno = (int)-child;
  return -1;
}
