#define _GNU_SOURCE
#include "learned.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "label.h"

enum { MAX_ENTRIES = 2048, MAX_SPOKEN = 8 * 1024 };
#define OPENING "labels 1\n"
#define COMMAND_END "%\n\n"
#define SIZE_OPENING ">dim("
#define SIZE_CLOSING "pt)dim\n\n*"

static int startsWith(struct text text, const char *start) {
  return text.length >= strlen(start) && memcmp(text.bytes, start, strlen(start)) == 0;
}

static int endsWith(struct text text, const char *end) {
  size_t length = strlen(end);
  return text.length >= length && memcmp(text.bytes + text.length - length, end, length) == 0;
}

int isSize(struct text answer) {
  if (answer.length >= MAX_NUMBER || answer.length <= strlen(SIZE_OPENING) + strlen(SIZE_CLOSING)) return 0;
  if (!startsWith(answer, SIZE_OPENING) || !endsWith(answer, SIZE_CLOSING)) return 0;
  for (size_t i = strlen(SIZE_OPENING); i < answer.length - strlen(SIZE_CLOSING); i++)
    if (!isdigit((unsigned char)answer.bytes[i]) && answer.bytes[i] != '.' && answer.bytes[i] != '-') return 0;
  return 1;
}

// `\name{...}{...}tail` with so many groups of these characters, and nothing else.
static int isCommand(struct text said, const char *name, int groups, const char *tail, const char *allowed) {
  if (said.length >= MAX_COMMAND || !startsWith(said, name)) return 0;
  const char *at = said.bytes + strlen(name), *end = said.bytes + said.length;
  for (; groups > 0; groups--) {
    if (at >= end || *at++ != '{') return 0;
    while (at < end && *at != '\0' && (isalnum((unsigned char)*at) || strchr(allowed, *at))) at++;
    if (at >= end || *at++ != '}') return 0;
  }
  return (size_t)(end - at) == strlen(tail) && memcmp(at, tail, strlen(tail)) == 0;
}

int setsSize(struct text said) { return isCommand(said, "\\fontsize", 2, "\\selectfont" COMMAND_END, "."); }
int setsFace(struct text said) { return isCommand(said, "\\usefont", 4, COMMAND_END, "\\"); }

int findFont(const struct learned *learned, const struct font *font) {
  for (int i = 0; i < learned->fontCount; i++)
    if (strcmp(learned->fonts[i].size, font->size) == 0 && strcmp(learned->fonts[i].face, font->face) == 0) return i;
  return -1;
}

struct entry *findEntry(struct learned *learned, struct text label, int font) {
  unsigned hash = 2166136261u + (unsigned)font;
  for (size_t i = 0; i < label.length; i++) hash = (hash ^ (unsigned char)label.bytes[i]) * 16777619u;
  struct entry **bucket = &learned->buckets[hash % LABEL_BUCKETS];
  for (struct entry *entry = *bucket; entry; entry = entry->next)
    if (entry->font == font && entry->length == label.length && memcmp(entry->label, label.bytes, label.length) == 0)
      return entry;
  struct entry *entry = learned->entryCount < MAX_ENTRIES ? calloc(1, sizeof *entry + label.length) : NULL;
  if (!entry) return NULL;
  learned->entryCount++;
  entry->font = font;
  entry->length = label.length;
  memcpy(entry->label, label.bytes, label.length);
  entry->next = *bucket;
  return *bucket = entry;
}

void forgetLabels(struct learned *learned) {
  for (int i = 0; i < LABEL_BUCKETS; i++)
    for (struct entry *entry = learned->buckets[i]; entry;) {
      struct entry *next = entry->next;
      free(entry);
      entry = next;
    }
  memset(learned->buckets, 0, sizeof learned->buckets);
  learned->entryCount = learned->fontCount = 0;
}

void keepCopy(struct text *kept, struct text text) {
  free((char *)kept->bytes);
  *kept = (struct text){NULL, 0};
  char *copy = text.length > 0 && text.length <= MAX_SPOKEN ? malloc(text.length) : NULL;
  if (!copy) return;
  memcpy(copy, text.bytes, text.length);
  *kept = (struct text){copy, text.length};
}

// Up to the mark, which is passed over; false if there is none.
static int readField(struct text *rest, char mark, struct text *field) {
  const char *end = memchr(rest->bytes, mark, rest->length);
  if (!end) return 0;
  *field = (struct text){rest->bytes, (size_t)(end - rest->bytes)};
  rest->length -= field->length + 1;
  rest->bytes = end + 1;
  return 1;
}

static int readNumber(struct text field, size_t max, size_t *number) {
  *number = 0;
  if (field.length == 0 || field.length > 6) return 0;
  for (size_t i = 0; i < field.length; i++) {
    if (!isdigit((unsigned char)field.bytes[i])) return 0;
    *number = *number * 10 + (size_t)(field.bytes[i] - '0');
  }
  return *number <= max;
}

// A length on a line of its own, and as many bytes on the next.
static int readSpoken(struct text *rest, struct text *kept) {
  struct text line;
  size_t length;
  if (!readField(rest, '\n', &line) || !readNumber(line, MAX_SPOKEN, &length)) return 0;
  if (length == 0 || rest->length <= length || rest->bytes[length] != '\n') return 0;
  keepCopy(kept, (struct text){rest->bytes, length});
  rest->bytes += length + 1;
  rest->length -= length + 1;
  return kept->bytes != NULL;
}

static int readCommand(struct text field, char *command, int (*sets)(struct text)) {
  int length = snprintf(command, MAX_COMMAND, "%.*s%s", (int)field.length, field.bytes, COMMAND_END);
  return length < MAX_COMMAND && sets((struct text){command, (size_t)length});
}

static int readFont(struct learned *learned, struct text line) {
  struct text size;
  struct font *font = &learned->fonts[learned->fontCount];
  if (learned->fontCount == MAX_FONTS || !readField(&line, '\t', &size) || !readCommand(size, font->size, setsSize))
    return 0;
  font->face[0] = '\0';
  if (line.length > 0 && !readCommand(line, font->face, setsFace)) return 0;
  learned->fontCount++;
  return 1;
}

static int readLabel(struct learned *learned, struct text line) {
  struct text field;
  size_t font;
  char sizes[SIZES][MAX_NUMBER];
  if (!readField(&line, '\t', &field) || !readNumber(field, MAX_FONTS, &font) || (int)font >= learned->fontCount) return 0;
  for (int i = 0; i < SIZES; i++) {
    if (!readField(&line, '\t', &field)) return 0;
    int length = snprintf(sizes[i], MAX_NUMBER, SIZE_OPENING "%.*s" SIZE_CLOSING, (int)field.length, field.bytes);
    if (length >= MAX_NUMBER || !isSize((struct text){sizes[i], (size_t)length})) return 0;
  }
  if (!isHarmlessLabel(line.bytes, line.length)) return 0;
  struct entry *entry = findEntry(learned, line, (int)font);
  if (!entry) return 0;
  memcpy(entry->sizes, sizes, sizeof sizes);
  entry->known = SIZES;
  return 1;
}

static int readLines(struct learned *learned, struct text rest) {
  struct text line;
  if (!startsWith(rest, OPENING)) return 0;
  rest.bytes += strlen(OPENING);
  rest.length -= strlen(OPENING);
  if (!readSpoken(&rest, &learned->greeting) || !readSpoken(&rest, &learned->preamble) ||
      !readSpoken(&rest, &learned->answer))
    return 0;
  while (rest.length > 0) {
    struct text kind;
    if (!readField(&rest, '\n', &line) || !readField(&line, '\t', &kind) || kind.length != 1) return 0;
    if (*kind.bytes == 'f' ? !readFont(learned, line) : *kind.bytes != 'l' || !readLabel(learned, line)) return 0;
  }
  return 1;
}

int readLearned(struct learned *learned, struct text text) {
  if (readLines(learned, text)) return 1;
  forgetLabels(learned);
  struct text *const spoken[] = {&learned->greeting, &learned->preamble, &learned->answer};
  for (size_t i = 0; i < sizeof spoken / sizeof *spoken; i++) keepCopy(spoken[i], (struct text){NULL, 0});
  return 0;
}

struct sheet {
  char *bytes;
  size_t length;
};

static int put(struct sheet *sheet, const char *bytes, size_t length) {
  if (sheet->length + length > LEARNED_MAX_BYTES) return 0;
  memcpy(sheet->bytes + sheet->length, bytes, length);
  sheet->length += length;
  return 1;
}

static int putSpoken(struct sheet *sheet, struct text text) {
  char line[16];
  int length = snprintf(line, sizeof line, "%zu\n", text.length);
  return text.length > 0 && put(sheet, line, (size_t)length) && put(sheet, text.bytes, text.length) && put(sheet, "\n", 1);
}

static int putFont(struct sheet *sheet, const struct font *font) {
  size_t end = strlen(COMMAND_END), size = strlen(font->size), face = strlen(font->face);
  return put(sheet, "f\t", 2) && put(sheet, font->size, size - end) && put(sheet, "\t", 1) &&
         put(sheet, font->face, face > end ? face - end : 0) && put(sheet, "\n", 1);
}

static int putLabel(struct sheet *sheet, const struct entry *entry) {
  char line[8 + SIZES * MAX_NUMBER];
  size_t length = (size_t)snprintf(line, sizeof line, "l\t%d\t", entry->font);
  for (int i = 0; i < SIZES; i++) {
    size_t number = strlen(entry->sizes[i]) - strlen(SIZE_OPENING) - strlen(SIZE_CLOSING);
    memcpy(line + length, entry->sizes[i] + strlen(SIZE_OPENING), number);
    length += number;
    line[length++] = '\t';
  }
  size_t before = sheet->length;
  if (put(sheet, line, length) && put(sheet, entry->label, entry->length) && put(sheet, "\n", 1)) return 1;
  sheet->length = before;
  return 0;
}

size_t writeLearned(const struct learned *learned, char bytes[LEARNED_MAX_BYTES]) {
  struct sheet sheet = {bytes, 0};
  int labels = 0;
  if (!put(&sheet, OPENING, strlen(OPENING)) || !putSpoken(&sheet, learned->greeting) ||
      !putSpoken(&sheet, learned->preamble) || !putSpoken(&sheet, learned->answer))
    return 0;
  for (int i = 0; i < learned->fontCount; i++)
    if (!putFont(&sheet, &learned->fonts[i])) return 0;
  for (int isUsed = 1; isUsed >= 0; isUsed--)
    for (int i = 0; i < LABEL_BUCKETS; i++)
      for (const struct entry *entry = learned->buckets[i]; entry; entry = entry->next)
        if (entry->known == SIZES && entry->isUsed == isUsed) labels += putLabel(&sheet, entry);
  return labels > 0 ? sheet.length : 0;
}
