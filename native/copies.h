// Copies of this process, one for each call of the tool that it is.
//
// It listens, and for each request it splits off a copy of itself that goes on with the arguments, descriptors and folder of
// the caller. The original never goes on: it tells each caller how its copy ended. A request it does not understand is
// refused, and the caller runs the real tool. It may be a template (template.h): then it is copied into jails first, and
// each copy listens in its own.
#ifndef COPIES_H
#define COPIES_H

#include <stddef.h>

#include "request.h"

// The name under which this process shall stand by, NULL if it shall not. Leaves the environment as the tool would have had
// it, so that it can be compared with that of a call.
const char *prepareToStandBy(void);
// A call is known or not; it may have more variables than the tool was started with.
typedef int knownCall(const struct request *call, int hasMoreVariables);
// Returns only in a copy, with the call it was made for, and after it has printed the greeting. In a jail, the first copy can
// be made ahead (spare.h).
const struct request *standBy(knownCall *isKnown, const char *greeting, size_t greetingLength, int keepsSpare);

#endif
