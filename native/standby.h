// What asy's side and the side that stands by agree on.
#ifndef STANDBY_H
#define STANDBY_H

// Where the prepared toolchain is inside every jail; the keeper puts it there.
#define FAST_FOLDER "/fast"
#define STANDBY_LIBRARY FAST_FOLDER "/lib/standby.so"
#define GHOSTSCRIPT_LIBRARY FAST_FOLDER "/lib/libgs.so.10"
// Formats in which the class and the package are loaded with which every file of asy begins.
#define STANDBY_FORMATS FAST_FOLDER "/formats"
#define STANDBY_OPENING "\\documentclass[12pt]{article}\n"

// Environment of a process that stands by: the address it listens at, and the descriptor on which it says that it does.
#define STANDBY_ADDRESS "ASYGROUND_STANDBY"
#define STANDBY_READY "ASYGROUND_READY"
// Ghostscript stands by for four sorts of calls.
#define STANDBY_PDF "gs.pdf"
#define STANDBY_PNG "gs.png"
#define STANDBY_PS "gs.ps"
#define STANDBY_PATHS "gs.paths"

// Set by set-up: the file that Ghostscript is to read in a trial (standbyGhostscript.h).
#define STANDBY_TRIAL "ASYGROUND_TRIAL"

// A first line that makes TeX, its format loaded, read another one from the terminal and go on as if that had been the
// first: the point at which it stands by. A control sequence of this name is all it leaves behind.
#define STANDBY_TEX_LINE "\\read-1 to\\asyground\\asyground"
// The same for a TeX that makes pages: it first reads its list of fonts, which takes nearly half of its time for a small
// picture, and says nothing of that but a line end.
#define STANDBY_PDFTEX_LINE "\\batchmode\\pdfmapline{+}\\errorstopmode" STANDBY_TEX_LINE

// The answer to a request, one byte; the wait status of the tool follows when it has ended.
enum { STANDBY_TAKEN = 'T', STANDBY_REFUSED = 'R' };

#endif
