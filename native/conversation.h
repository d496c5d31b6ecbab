// asy's pipes to the TeX that sizes labels, with the memo between: what asy writes is kept until it listens.
#ifndef CONVERSATION_H
#define CONVERSATION_H

#include <sys/types.h>

// A process is about to be split off that may become such a TeX, with these ends of the pipes. With remembered labels TeX
// may not be needed at all: true, if it shall rather sleep. It is started when it is asked something.
int prepareConversation(int toRead, int toWrite);
// In that process, which has asy's memory and would become the usual TeX: true, if it sleeps instead and shall end.
int sleepsUntilAsked(void);
// Starts the usual TeX with these ends.
extern void (*startTex)(int toRead, int toWrite);
// A TeX was started that reads from `to` and whose words come from `from`.
void beginConversation(int to, int from);
// From the first word to TeX until asy closes its end.
int isTalking(void);
int isToTex(int descriptor);
int isFromTex(int descriptor);
// The conversation is known with these.
enum tex { OTHER_TEX, LATEX, PDFLATEX };
// Which one is at the other end; asked when it has first spoken.
extern enum tex (*whichTex)(void);

ssize_t sayToTex(const void *bytes, size_t length);
ssize_t hearFromTex(void *bytes, size_t size);
void endConversation(void);
// For the next jail of the same client.
void writeLabels(void);

#endif
