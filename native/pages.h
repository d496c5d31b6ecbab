// The memory of a template and of its copies, page by page.
//
// A copy shares every page with its template until one of them writes, and is then interrupted to be given its own: this
// was half of the time of a small picture. So a copy that waits has its own pages ahead. Where a copy is copied again for
// each task and writes little of much (TeX), the pages are large ones instead, of which there are few to share.
#ifndef PAGES_H
#define PAGES_H

// In a template, when it is ready: what belongs to it is looked up once, for all copies.
void notePages(void);
// In a copy that has nothing else to do: it is given some more pages of its own. False if it has all of them.
int takeSomePages(void);
// In a template: pages become large ones.
void joinPages(void);

#endif
