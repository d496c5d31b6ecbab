// A template: a process that is started once, outside of every jail, and copied into jails. What it does until then
// (reading asy's modules, loading TeX's format) depends on nobody's program, so that it is done once for all of them.
//
// It is started by the keeper, as root, with files of the system only, and never sees anything else: each request on
// TEMPLATE_REQUESTS names a process behind the walls of a jail in which nothing has run yet. The template splits off a copy
// of itself that goes behind the same walls, for good, and only then goes on.
#ifndef TEMPLATE_H
#define TEMPLATE_H

// Descriptors from the keeper: requests, answers, and the system calls that are allowed behind the walls.
enum { TEMPLATE_REQUESTS = 10, TEMPLATE_ANSWERS = 11, TEMPLATE_SECCOMP = 12 };

// Said to a tool that shall be one, by its environment.
#define TEMPLATE_SIGN "ASYGROUND_TEMPLATE"

// A copy has the streams of the process that was named, or none.
enum streams { STREAMS_OF_JAIL, STREAMS_OF_NOBODY };

// Serves requests until there will be no more, and ends then. Returns only in a copy, which is behind the walls.
void serveAsTemplate(enum streams streams);
// In a copy: it is ready. Returns when the keeper has looked at its walls and lets it go on.
void sayPlaced(void);

#endif
