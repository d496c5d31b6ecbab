// The least a test needs: a condition with its place, and a count at the end.
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

static int failures;

#define CHECK(condition)                                                   \
  do {                                                                     \
    if (condition) break;                                                  \
    failures++;                                                            \
    printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);       \
  } while (0)

static inline int ended(void) {
  if (failures == 0) printf("ok\n");
  return failures > 0;
}

#endif
