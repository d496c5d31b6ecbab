// A process whose memory is cleared away after it has ended, and not before.
//
// The kernel gives back the memory of a process while it ends: a millisecond for which whoever waits for it waits, too.
// Another process that has the same memory and does nothing else is left with that work. It ends with the first one.
#ifndef LATE_RELEASE_H
#define LATE_RELEASE_H

// For the process that calls it. Of its descriptors the other one gives up those below so many.
void leaveMemoryBehind(int descriptors);

#endif
