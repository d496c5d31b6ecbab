#define _GNU_SOURCE
#include "waterfall.h"

#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

// No submission has a file of this name: names do not begin with a dot.
#define WATERFALL_FILE "/job/.waterfall"

static double spent[TOOL_UNKNOWN + 1];

double nowMs(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

void addTime(enum tool tool, double milliseconds) { spent[tool] += milliseconds; }

void writeWaterfall(void) {
  char text[160];
  int length = snprintf(text, sizeof text, "sizing %.1f\ntypesetting %.1f\nconverting %.1f\n", spent[TOOL_SIZES],
                        spent[TOOL_TYPESETS], spent[TOOL_CONVERTS]);
  int file = open(WATERFALL_FILE, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0644);
  if (file < 0) return;
  (void)!write(file, text, (size_t)length);
  close(file);
}
