#define _GNU_SOURCE
#include "fontmap.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// Of the DVI format.
enum { NOP = 138, FONT_1 = 243, FONT_4 = 246, POST = 248, POST_POST = 249, VERSION = 2, FILLER = 223 };
enum { POST_LENGTH = 29, POST_POST_LENGTH = 6, LEAST_FILLERS = 4, MOST_FILLERS = 7, SIZES_OF_FONT = 12 };
enum { MAX_DVI = 8 * 1024 * 1024, MAX_MAP = 8 * 1024 * 1024 };
// A pipe takes as much without anybody reading.
enum { MAX_LINES = 32 * 1024 };
// As in <kpathsea/types.h>.
enum { VIRTUAL_FONT = 33 };

static size_t number(const unsigned char *bytes, int length) {
  size_t value = 0;
  for (int i = 0; i < length; i++) value = value << 8 | bytes[i];
  return value;
}

int readFontNames(struct fontNames *fonts, const unsigned char *dvi, size_t length) {
  fonts->count = 0;
  size_t fillers = 0;
  while (fillers < length && fillers <= MOST_FILLERS && dvi[length - 1 - fillers] == FILLER) fillers++;
  if (fillers < LEAST_FILLERS || fillers > MOST_FILLERS || length < fillers + POST_POST_LENGTH + POST_LENGTH) return 0;
  size_t end = length - fillers - POST_POST_LENGTH;
  size_t at = number(dvi + end + 1, 4);
  if (dvi[end] != POST_POST || dvi[end + 5] != VERSION || at > end - POST_LENGTH || dvi[at] != POST) return 0;
  for (at += POST_LENGTH; at < end;) {
    int command = dvi[at++];
    if (command == NOP) continue;
    if (command < FONT_1 || command > FONT_4) return 0;
    size_t before = (size_t)(command - FONT_1 + 1) + SIZES_OF_FONT;
    if (end - at < before + 2) return 0;
    at += before;
    size_t folderLength = dvi[at], nameLength = dvi[at + 1];
    at += 2;
    if (folderLength != 0 || nameLength == 0 || nameLength >= MAX_FONT_NAME || end - at < nameLength) return 0;
    if (fonts->count == MAX_FONT_NAMES) return 0;
    char *name = fonts->names[fonts->count++];
    memcpy(name, dvi + at, nameLength);
    name[nameLength] = '\0';
    if (strlen(name) != nameLength || strpbrk(name, " \t\r\n\"<%/.")) return 0;
    at += nameLength;
  }
  return at == end;
}

static int hasName(const struct fontNames *fonts, const char *line, size_t length, char found[]) {
  for (int i = 0; i < fonts->count; i++) {
    size_t nameLength = strlen(fonts->names[i]);
    int isIt = length > nameLength && line[nameLength] == ' ' && memcmp(line, fonts->names[i], nameLength) == 0;
    if (isIt) return found[i] = 1;
  }
  return 0;
}

size_t linesOfFonts(const struct fontNames *fonts, const char *map, size_t mapLength, char *lines, size_t size) {
  char found[MAX_FONT_NAMES] = "";
  size_t length = 0;
  for (const char *line = map, *end = map + mapLength; line < end;) {
    const char *next = memchr(line, '\n', (size_t)(end - line));
    next = next ? next + 1 : end;
    size_t lineLength = (size_t)(next - line);
    if (hasName(fonts, line, lineLength, found)) {
      if (lineLength > size - length) return 0;
      memcpy(lines + length, line, lineLength);
      length += lineLength;
    }
    line = next;
  }
  for (int i = 0; i < fonts->count; i++)
    if (!found[i]) return 0;
  return length;
}

static const void *mapped(const char *path, size_t most, size_t *length) {
  struct stat facts;
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (file < 0) return NULL;
  void *bytes = MAP_FAILED;
  if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size > 0 && (size_t)facts.st_size <= most)
    bytes = mmap(NULL, *length = (size_t)facts.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
  close(file);
  return bytes == MAP_FAILED ? NULL : bytes;
}

// A font that is made of others leads to names that are not in the DVI file.
static int areOfOnePiece(const struct fontNames *fonts) {
  char *(*find)(const char *, int, int) = (char *(*)(const char *, int, int))dlsym(RTLD_DEFAULT, "kpse_find_file");
  if (!find) return 0;
  for (int i = 0; i < fonts->count; i++) {
    char *path = find(fonts->names[i], VIRTUAL_FONT, 0);
    free(path);
    if (path) return 0;
  }
  return 1;
}

// A descriptor to read these lines from; -1 if the whole list is to be read.
static int openLinesOfFonts(const char *map, const char *dvi) {
  static struct fontNames fonts;
  static char lines[MAX_LINES];
  size_t dviLength = 0, mapLength = 0;
  const void *dviBytes = mapped(dvi, MAX_DVI, &dviLength);
  if (!dviBytes) return -1;
  int isRead = readFontNames(&fonts, dviBytes, dviLength);
  munmap((void *)dviBytes, dviLength);
  if (!isRead || !areOfOnePiece(&fonts)) return -1;
  const void *mapBytes = mapped(map, MAX_MAP, &mapLength);
  if (!mapBytes) return -1;
  size_t length = linesOfFonts(&fonts, mapBytes, mapLength, lines, sizeof lines);
  munmap((void *)mapBytes, mapLength);
  int ends[2];
  if ((length == 0 && fonts.count > 0) || pipe2(ends, O_CLOEXEC) != 0) return -1;
  int isWritten = write(ends[1], lines, length) == (ssize_t)length;
  close(ends[1]);
  if (isWritten) return ends[0];
  close(ends[0]);
  return -1;
}

// asy's usual calls, where a word may go on at a `*`, and the name of the list that is read, wherever it is. The name of a DVI
// file in the current folder follows.
enum { MAX_WORDS = 8 };
static const struct converter {
  const char *words[MAX_WORDS + 1];
  const char *list;
} converters[] = {
    {{"dvisvgm", "-n", "-v3", "--optimize", "-o*"}, "/ps2pk.map"},
    {{"dvips", "-R", "-Pdownload35", "-D600", "-O*", "-T*", "-q", "-o*"}, "/psfonts.map"},
};

static const char *dvi, *list;

static int isCalledSo(const char *const words[], int argc, char *const argv[]) {
  int count = 0;
  for (; words[count]; count++) {
    size_t length = strcspn(words[count], "*"), compared = words[count][length] ? length : length + 1;
    if (count >= argc || strncmp(argv[count], words[count], compared) != 0) return 0;
  }
  return argc == count + 1;
}

void expectFontsOf(int argc, char *const argv[]) {
  for (size_t i = 0; i < sizeof converters / sizeof *converters; i++) {
    if (!isCalledSo(converters[i].words, argc, argv)) continue;
    dvi = argv[argc - 1];
    list = converters[i].list;
  }
}

int openShorterList(const char *path) {
  if (!dvi) return -1;
  size_t length = strlen(path), end = strlen(list);
  return length >= end && strcmp(path + length - end, list) == 0 ? openLinesOfFonts(path, dvi) : -1;
}
