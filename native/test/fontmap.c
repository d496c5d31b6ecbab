// Which fonts a DVI file uses, and what is left of the list of fonts for them.
#define _GNU_SOURCE
#include "../fontmap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

static unsigned char dvi[4096];
static size_t length;

static void add(const void *bytes, size_t count) {
  memcpy(dvi + length, bytes, count);
  length += count;
}

static void addByte(int byte) { dvi[length++] = (unsigned char)byte; }

static void addFont(int number, const char *name) {
  addByte(243), addByte(number), add("checksize12a", 12), addByte(0), addByte((int)strlen(name)), add(name, strlen(name));
}

static void begin(void) {
  length = 0;
  add("the pages", 9);
  addByte(248), add("every number that is of no use", 28);
}

static void end(void) {
  addByte(249), add("\0\0\0\x09\x02", 5), add("\xdf\xdf\xdf\xdf", 4);
}

static struct fontNames fonts;

// A copy of the exact length: a byte read beyond it is noticed.
static int isRead(size_t count) {
  unsigned char *copy = malloc(count ? count : 1);
  memcpy(copy, dvi, count);
  int result = readFontNames(&fonts, copy, count);
  free(copy);
  return result;
}

static void testFonts(void) {
  begin(), addFont(1, "cmr12"), addFont(2, "cmmi8"), addByte(138), end();
  CHECK(isRead(length) && fonts.count == 2);
  CHECK(strcmp(fonts.names[0], "cmr12") == 0 && strcmp(fonts.names[1], "cmmi8") == 0);
  for (size_t count = 0; count < length; count++) CHECK(!isRead(count));
  begin(), end();
  CHECK(isRead(length) && fonts.count == 0);
}

static void testOthers(void) {
  begin(), addFont(1, "a b"), end();
  CHECK(!isRead(length));
  begin(), addFont(1, "../cmr12"), end();
  CHECK(!isRead(length));
  begin(), addFont(1, ""), end();
  CHECK(!isRead(length));
  begin(), addByte(139), end();
  CHECK(!isRead(length));
  begin();
  for (int i = 0; i <= MAX_FONT_NAMES; i++) addFont(i, "cmr12");
  end();
  CHECK(!isRead(length));
  // An end that points elsewhere.
  begin(), addFont(1, "cmr12"), end();
  dvi[length - 6] = 200;
  CHECK(!isRead(length));
}

static void testBytes(void) {
  srand(1);
  for (int round = 0; round < 20000; round++) {
    begin(), addFont(1, "cmr12"), addFont(2, "cmmi8"), end();
    for (int i = 0; i < 4; i++) dvi[(size_t)rand() % length] = (unsigned char)rand();
    isRead(length);
  }
}

static void testLines(void) {
  static const char map[] = "% a list\ncmr10 CMR10 <cmr10.pfb\ncmr12 CMR12 <cmr12.pfb\ncmr120 X <x.pfb\ncmmi8 CMMI8 <cmmi8.pfb";
  char lines[256];
  begin(), addFont(1, "cmmi8"), addFont(2, "cmr12"), end();
  CHECK(isRead(length));
  size_t count = linesOfFonts(&fonts, map, strlen(map), lines, sizeof lines);
  static const char expected[] = "cmr12 CMR12 <cmr12.pfb\ncmmi8 CMMI8 <cmmi8.pfb";
  CHECK(count == strlen(expected) && memcmp(lines, expected, count) == 0);
  CHECK(linesOfFonts(&fonts, map, strlen(map), lines, 30) == 0);
  begin(), addFont(1, "cmr12"), addFont(2, "cmsy8"), end();
  CHECK(isRead(length));
  CHECK(linesOfFonts(&fonts, map, strlen(map), lines, sizeof lines) == 0);
}

// In the place of kpathsea: no font is made of others.
char *kpse_find_file(const char *name, int format, int mustExist) {
  (void)name, (void)format, (void)mustExist;
  return NULL;
}

static void save(const char *name, const void *bytes, size_t count) {
  FILE *file = fopen(name, "w");
  CHECK(file && fwrite(bytes, 1, count, file) == count);
  if (file) fclose(file);
}

// What a list that is opened after this call begins with; nothing if it is left alone.
static const char *openedAfter(int argc, char *const argv[], const char *list) {
  static char text[256];
  expectFontsOf(argc, argv);
  int descriptor = openShorterList(list);
  ssize_t count = descriptor < 0 ? 0 : read(descriptor, text, sizeof text - 1);
  if (descriptor >= 0) close(descriptor);
  text[count > 0 ? count : 0] = '\0';
  return text;
}

static void testCalls(void) {
  char folder[] = "/tmp/asyground-fontmap-XXXXXX";
  static const char map[] = "cmr10 CMR10 <cmr10.pfb\ncmr12 CMR12 <cmr12.pfb\n", ofFont[] = "cmr12 CMR12 <cmr12.pfb\n";
  char *const other[] = {"dvips", "-q", "main_.dvi"};
  char *const dvips[] = {"dvips", "-R", "-Pdownload35", "-D600", "-O1bp,2bp", "-T1bp,2bp", "-q", "-omain_.ps", "main_.dvi"};
  char *const dvisvgm[] = {"dvisvgm", "-n", "-v3", "--optimize", "-omain.svg", "main_.dvi"};
  CHECK(mkdtemp(folder) && chdir(folder) == 0);
  begin(), addFont(1, "cmr12"), end();
  save("main_.dvi", dvi, length);
  save("psfonts.map", map, strlen(map));
  save("ps2pk.map", map, strlen(map));
  CHECK(strcmp(openedAfter(3, other, "./psfonts.map"), "") == 0);
  // Wherever the list is: TeX's, or the one that knows more packages.
  CHECK(strcmp(openedAfter(9, dvips, "./psfonts.map"), ofFont) == 0);
  CHECK(strcmp(openedAfter(9, dvips, "./ps2pk.map"), "") == 0);
  CHECK(strcmp(openedAfter(6, dvisvgm, "./ps2pk.map"), ofFont) == 0);
  CHECK(strcmp(openedAfter(6, dvisvgm, "./main_.dvi"), "") == 0);
  unlink("main_.dvi"), unlink("psfonts.map"), unlink("ps2pk.map"), rmdir(folder);
}

int main(void) {
  testCalls();
  testFonts();
  testOthers();
  testBytes();
  testLines();
  return ended();
}
