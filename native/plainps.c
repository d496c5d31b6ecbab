#define _GNU_SOURCE
#include "plainps.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Numbers of at most six digits come back from Ghostscript's single precision as they were.
enum { MAX_DIGITS = 6, MAX_OPERANDS = 4 };

struct number {
  char text[PLAINPS_MAX_NUMBER];
  int isWhole;
};

static int equals(const char *string, size_t length, const char *other) {
  return length == strlen(other) && memcmp(string, other, length) == 0;
}

static int startsWith(const char *string, size_t length, const char *start) {
  return length >= strlen(start) && memcmp(string, start, strlen(start)) == 0;
}

int isFlush(const char *string, size_t length) { return equals(string, length, "\nflush "); }

static int print(struct plainps *state, const char *text) {
  size_t length = strlen(text);
  if (state->printedLength + length >= sizeof state->printed) return 0;
  memcpy(state->printed + state->printedLength, text, length + 1);
  state->printedLength += length;
  return 1;
}

void beginPlainps(struct plainps *state, const char *prologue, size_t length) {
  memset(state, 0, sizeof *state);
  state->prologue = prologue;
  state->prologueEnd = prologue + length;
  for (int i = 0; i < 2; i++) strcpy(state->point[i], "0.0");
  for (int i = 0; i < 3; i++) strcpy(state->colour[i], "0.0");
  state->isColourKnown = 1;
}

// A plain decimal number; false for one that Ghostscript might print differently.
static int readNumber(const char **at, const char *end, struct number *number) {
  char text[PLAINPS_MAX_NUMBER];
  size_t length = 0;
  int digits = 0, zeros = 0, dots = 0, isZero = 1;
  const char *from = *at;
  while (from < end && length < sizeof text - 1 && (isdigit((unsigned char)*from) || *from == '.' || *from == '-')) {
    if (*from == '-' && length > 0) return 0;
    dots += *from == '.';
    isZero = isZero && (*from < '1' || *from > '9');
    // Leading zeros carry no precision, nor do trailing ones behind the point.
    if (isdigit((unsigned char)*from) && !isZero) digits++;
    zeros = *from == '0' && dots > 0 && !isZero ? zeros + 1 : 0;
    text[length++] = *from++;
  }
  if (length == 0 || digits - zeros > MAX_DIGITS || dots > 1 || !isdigit((unsigned char)from[-1])) return 0;
  text[length] = '\0';
  double value = strtod(text, NULL);
  if ((isZero && text[0] == '-') || (!isZero && value < 1e-4 && value > -1e-4) || value > 1e5 || value < -1e5) return 0;
  number->isWhole = dots == 0;
  snprintf(number->text, sizeof number->text, "%g", value);
  *at = from;
  return 1;
}

// Ghostscript writes a real number always with a point.
static void asReal(const struct number *number, char real[PLAINPS_MAX_NUMBER]) {
  strcpy(real, number->text);
  if (!strpbrk(real, ".e")) strcat(real, ".0");
}

// `1 2.5 operator`, with blanks or line ends around; the count of operands, or -1.
static int readOperands(const char *string, size_t length, struct number operands[], char operator[32]) {
  const char *at = string, *end = string + length;
  int count = 0;
  for (;;) {
    while (at < end && (*at == ' ' || *at == '\n')) at++;
    if (at >= end || isalpha((unsigned char)*at)) break;
    if (count == MAX_OPERANDS || !readNumber(&at, end, &operands[count++])) return -1;
    if (at >= end || *at != ' ') return -1;
  }
  size_t size = 0;
  while (at < end && isalpha((unsigned char)*at) && size < 31) operator[size++] = *at++;
  operator[size] = '\0';
  while (at < end && (*at == ' ' || *at == '\n')) at++;
  return size > 0 && at == end ? count : -1;
}

static int isPart(const struct number *number) {
  double value = strtod(number->text, NULL);
  return value >= 0 && value <= 1;
}

// Prints a colour as it came, and keeps it as red, green and blue.
static int setColour(struct plainps *state, const char *operator, const struct number operands[], int count) {
  char text[128];
  size_t length = (size_t)snprintf(text, sizeof text, "\ndvi.%s ", operator);
  for (int i = 0; i < count; i++) {
    char real[PLAINPS_MAX_NUMBER];
    asReal(&operands[i], real);
    if (!isPart(&operands[i])) return 0;
    length += (size_t)snprintf(text + length, sizeof text - length, "%s ", operands[i].isWhole ? operands[i].text : real);
  }
  if (!print(state, strcat(text, "\n"))) return 0;
  state->isColourKnown = count < 4;
  for (int i = 0; count < 4 && i < 3; i++) asReal(&operands[count == 1 ? 0 : i], state->colour[i]);
  return 1;
}

static int runOperator(struct plainps *state, const char *operator, const struct number operands[], int count) {
  char text[96];
  if (strcmp(operator, "moveto") == 0 && count == 2) {
    char point[2][PLAINPS_MAX_NUMBER];
    for (int i = 0; i < 2; i++) asReal(&operands[i], point[i]);
    // In a turned label other points come back slightly rounded.
    if (state->isTurned) return strcmp(point[0], state->point[0]) == 0 && strcmp(point[1], state->point[1]) == 0;
    memcpy(state->point, point, sizeof point);
    return 1;
  }
  if (strcmp(operator, "querypos") == 0 && count == 0) {
    snprintf(text, sizeof text, "\ndvi.querypos %s %s \n", state->point[0], state->point[1]);
    return print(state, text);
  }
  if ((strcmp(operator, "setgray") == 0 && count == 1) || (strcmp(operator, "setrgbcolor") == 0 && count == 3) ||
      (strcmp(operator, "setcmykcolor") == 0 && count == 4))
    return setColour(state, operator, operands, count);
  return 0;
}

// Reads `[a b c d 0 0]` of a label turned by quarters as asy writes it, with either zero, into `-1.0 0.0 0.0 -1.0`.
// Ghostscript's arithmetic is exact for these.
static int readTurn(const char *string, size_t length, char matrix[32], char cosine[8]) {
  static const char opening[] = "gsave currentpoint currentpoint translate [";
  static const char closing[] = "0 0] concat neg exch neg exch translate";
  static const char *const entries[] = {"0.000000 ", "-0.000000 ", "1.000000 ", "-1.000000 "};
  static const char *const printed[] = {"0.0", "0.0", "1.0", "-1.0"};
  static const int values[] = {0, 0, 1, -1};
  if (!startsWith(string, length, opening)) return 0;
  const char *at = string + strlen(opening), *end = string + length;
  int entry[4];
  for (int i = 0; i < 4; i++) {
    int which = 0;
    while (which < 4 && !startsWith(at, (size_t)(end - at), entries[which])) which++;
    if (which == 4) return 0;
    at += strlen(entries[which]);
    entry[i] = which;
  }
  int a = values[entry[0]], b = values[entry[1]], c = values[entry[2]], d = values[entry[3]];
  if (!equals(at, (size_t)(end - at), closing) || a != d || b != -c || a * d - b * c != 1) return 0;
  snprintf(matrix, 32, "%s %s %s %s", printed[entry[0]], printed[entry[1]], printed[entry[2]], printed[entry[3]]);
  strcpy(cosine, printed[entry[0]]);
  return 1;
}

static const char *negated(const char *number, char text[PLAINPS_MAX_NUMBER + 1]) {
  if (strcmp(number, "0.0") == 0) return number;
  if (number[0] == '-') return number + 1;
  snprintf(text, PLAINPS_MAX_NUMBER + 1, "-%s", number);
  return text;
}

// Ghostscript keeps the turned coordinates in single precision. Whether a point comes back from there with the digits it
// went in: the rounding of the sum of both must be small against the last of six digits.
static int survivesTurn(const char *x, const char *y) {
  double error = 0;
  const char *const coordinates[] = {x, y};
  for (int i = 0; i < 2; i++) {
    double value = strtod(coordinates[i], NULL);
    error += (value < 0 ? -value : value) * 1.2e-7;
  }
  for (int i = 0; i < 2; i++) {
    double value = strtod(coordinates[i], NULL), lastDigit = 1e-5;
    if (value < 0) value = -value;
    if (value < 1) return 0;
    for (; value >= 10; value /= 10) lastDigit *= 10;
    if (error > 0.4 * lastDigit) return 0;
  }
  return 1;
}

static int turn(struct plainps *state, const char *string, size_t length) {
  char text[512], minus[2][PLAINPS_MAX_NUMBER + 1], matrix[32], cosine[8];
  const char *x = state->point[0], *y = state->point[1];
  if (state->isTurned || !state->isColourKnown || !survivesTurn(x, y)) return 0;
  if (!readTurn(string, length, matrix, cosine)) return 0;
  snprintf(text, sizeof text,
           "\ndvi.gsave \n\ndvi.translate %s %s \n\ndvi.setmatrix %s %s %s \n\ndvi.applyscalevals 1.0 1.0 %s \n"
           "\ndvi.translate %s %s \n",
           x, y, matrix, x, y, cosine, negated(x, minus[0]), negated(y, minus[1]));
  if (!print(state, text)) return 0;
  memcpy(state->savedColour, state->colour, sizeof state->colour);
  state->isTurned = 1;
  return 1;
}

static int turnBack(struct plainps *state) {
  char text[640];
  if (!state->isTurned) return 0;
  snprintf(text, sizeof text,
           "\ndvi.setmatrix 1.0 0.0 0.0 1.0 0.0 0.0 \n\ndvi.applyscalevals 1.0 1.0 1.0 \n\ndvi.setlinewidth 1.0 \n"
           "\ndvi.setlinecap 0 \n\ndvi.setlinejoin 0 \n\ndvi.setmiterlimit 10.0 \n\ndvi.setblendmode 0 \n"
           "\ndvi.setalphaisshape 0 \n\ndvi.setstrokeconstantalpha 1.0 \n\ndvi.setfillconstantalpha 1.0 \n"
           "\ndvi.setcolorspace 0 \n\ndvi.setrgbcolor %s %s %s \n\ndvi.setdash 0.0 \n\ndvi.grestore \n",
           state->savedColour[0], state->savedColour[1], state->savedColour[2]);
  if (!print(state, text)) return 0;
  memcpy(state->colour, state->savedColour, sizeof state->colour);
  state->isColourKnown = 1;
  state->isTurned = 0;
  return 1;
}

// The next two fields of the records: a string and what it prints. False at a broken end.
static int readRecord(const char **at, const char *end, const char *fields[2], uint32_t lengths[2]) {
  for (int i = 0; i < 2; i++) {
    if ((size_t)(end - *at) < sizeof(uint32_t)) return 0;
    memcpy(&lengths[i], *at, sizeof(uint32_t));
    *at += sizeof(uint32_t);
    if ((size_t)(end - *at) < lengths[i]) return 0;
    fields[i] = *at;
    *at += lengths[i];
  }
  return 1;
}

// Where temporary images would go: a folder with another name in every run.
static int isImageBase(const char *string, size_t length) {
  static const char opening[] = "/@imgbase(", closing[] = ")store\n";
  if (!startsWith(string, length, opening) || length < strlen(opening) + strlen(closing)) return 0;
  const char *from = string + strlen(opening), *to = string + length - strlen(closing);
  for (; from < to; from++)
    if (!isalnum((unsigned char)*from) && !strchr("/_-.", *from)) return 0;
  return memcmp(to, closing, strlen(closing)) == 0;
}

static int runPrologue(struct plainps *state, const char *string, size_t length) {
  const char *at = state->prologue, *fields[2];
  uint32_t lengths[2];
  if (!readRecord(&at, state->prologueEnd, fields, lengths)) return 0;
  int isSame = lengths[0] == length && memcmp(fields[0], string, length) == 0;
  if (!isSame && !(isImageBase(fields[0], lengths[0]) && isImageBase(string, length))) return 0;
  if (lengths[1] >= sizeof state->printed - state->printedLength) return 0;
  memcpy(state->printed + state->printedLength, fields[1], lengths[1]);
  state->printedLength += lengths[1];
  state->prologue = at;
  return 1;
}

int runPlainps(struct plainps *state, const char *string, size_t length) {
  struct number operands[MAX_OPERANDS];
  char operator[32];
  if (state->prologue < state->prologueEnd) return runPrologue(state, string, length);
  if (isFlush(string, length) || equals(string, length, "\n")) return 1;
  if (equals(string, length, "\nend userdict/end-hook known{end-hook}if initgraphics ")) return !state->isTurned;
  if (equals(string, length, "currentpoint grestore moveto")) return turnBack(state);
  if (startsWith(string, length, "gsave ")) return turn(state, string, length);
  int count = readOperands(string, length, operands, operator);
  return count >= 0 && runOperator(state, operator, operands, count);
}
