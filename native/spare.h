// A copy that is made before its call comes, and has its own pages by then (pages.h).
#ifndef SPARE_H
#define SPARE_H

#include <sys/types.h>

#include "request.h"

enum { NO_CALLER = -1 };

// Returns twice: at once with NO_CALLER, and in the copy, when its call has come, with its caller.
int makeSpare(struct request *request);
// The copy, which goes on with that call; -1 if there is none any more.
pid_t giveToSpare(const struct request *request, int caller);

#endif
