// Where the time of a run went, for the worker: written into the job's folder when asy ends.
#ifndef WATERFALL_H
#define WATERFALL_H

#include "tools.h"

double nowMs(void);
void addTime(enum tool tool, double milliseconds);
void writeWaterfall(void);

#endif
