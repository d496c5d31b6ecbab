#define _GNU_SOURCE
#include "pages.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif

enum { MAX_PARTS = 256, MAX_TEXT = 128 * 1024, LARGE_PAGE = 2 * 1024 * 1024 };
// A tenth of a millisecond.
enum { SOME_PAGES = 256 * 1024 };

static struct part {
  uintptr_t start, end;
} parts[MAX_PARTS];
static int partCount;

// A line for each part of the memory: where it is, its rights (`p`: not shared with anybody), and more.
void notePages(void) {
  static char text[MAX_TEXT];
  size_t length = 0;
  int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  for (ssize_t count = 1; count > 0 && length < sizeof text - 1; length += count > 0 ? (size_t)count : 0)
    count = read(file, text + length, sizeof text - 1 - length);
  close(file);
  text[length] = '\0';
  partCount = 0;
  for (char *line = text; line && *line && partCount < MAX_PARTS; line = strchr(line, '\n'), line += line != NULL) {
    struct part *part = &parts[partCount];
    char rights[5];
    if (sscanf(line, "%lx-%lx %4s", &part->start, &part->end, rights) == 3 && strcmp(rights, "rw-p") == 0) partCount++;
  }
}

int takeSomePages(void) {
  static int part;
  static uintptr_t taken;
  for (; part < partCount; part++, taken = 0) {
    uintptr_t start = parts[part].start + taken, left = parts[part].end - start;
    if (left == 0) continue;
    uintptr_t length = left < SOME_PAGES ? left : SOME_PAGES;
    madvise((void *)start, length, MADV_POPULATE_WRITE);
    taken += length;
    return 1;
  }
  return 0;
}

void joinPages(void) {
  for (struct part *part = parts; part < parts + partCount; part++) {
    uintptr_t start = (part->start + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE, end = part->end / LARGE_PAGE * LARGE_PAGE;
    if (start < end) madvise((void *)start, end - start, MADV_COLLAPSE);
  }
}
