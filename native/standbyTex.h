// A TeX that stands by: it is started with a line that makes it load its format and then ask the terminal for another one.
#ifndef STANDBY_TEX_H
#define STANDBY_TEX_H

// When it asks, this process stands by. It may have ended its greeting with a line end that is not part of it.
void awaitCallAtTerminal(int hasEndedLine);
// Of a program that looks for TeX's files; NULL for TeX itself, which has told its name.
void readFileLists(const char *program);

#endif
