// A process that becomes a tool at once, split off without a copy of asy's memory.
//
// fork() copies the list of every page, and each page again when one of the two writes; for a child that only takes its
// streams and calls execvp(), that is most of its cost. As with vfork(), the child here has the very memory of its parent,
// which stands still until the child has become another program or has ended. Unlike with vfork(), whoever calls may
// return: the end of the stack, which both use, is put back for the parent.
#ifndef SPLIT_H
#define SPLIT_H

#include <sys/types.h>

// Whether the call of fork() that will return to this place is one that asy makes for a tool, and for nothing else.
int isForTool(const void *place);
// With ASYGROUND_RECORD: notes that a process split off there became a tool. Set-up keeps it for isForTool.
void recordCall(const void *place);
// As fork(), only for a child that does nothing but become a tool.
pid_t splitOff(void);

#endif
