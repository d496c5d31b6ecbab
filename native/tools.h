// How asy's calls of TeX and of the converters are carried out faster. In a child of asy, instead of execvp().
#ifndef TOOLS_H
#define TOOLS_H

enum tool { TOOL_SIZES = 1, TOOL_TYPESETS, TOOL_CONVERTS, TOOL_UNKNOWN };

// What a call is for; TOOL_UNKNOWN is any program asy was told to run instead of the usual ones.
enum tool toolOf(char *const argv[]);

// Carries a known call out by a process that stands by, and ends with its status; or prepares the environment for the
// real program and returns. One that may not wait uses only what was reached before. It never allocates: the process it runs in was split off from one with several threads.
void callTool(char *const argv[], int mayWait);

// The process that calls is asy itself, before it splits one off that may become a TeX for sizes: reaches those that stand
// by for it, if they do so already. A callTool() then ends as soon as one of them has taken the call; it ends with the
// connection.
int reachSizes(void);
// Those that were reached are not needed any more, or were not.
void leaveSizes(void);
// After the call: those that did not take it.
void leaveUntakenSizes(void);

// Starts the processes that stand by for the usual calls, ahead of any call: those of svg, or of pdf and png.
void startAhead(int isForPaper);
// This process becomes a template of the tool (template.h).
void becomeTemplate(const char *name);
// The same TeX will be called for sizes and for typesetting: from the first call on it stands by for the second.
void expectTexTwice(void);

#endif
