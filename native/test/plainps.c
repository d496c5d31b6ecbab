#define _GNU_SOURCE
#include "../plainps.h"

#include <stdint.h>
#include <string.h>

#include "check.h"

static struct plainps state;

static int run(const char *string) { return runPlainps(&state, string, strlen(string)); }

static int prints(const char *string, const char *expected) {
  state.printedLength = 0;
  if (!run(string)) return 0;
  return state.printedLength == strlen(expected) && memcmp(state.printed, expected, state.printedLength) == 0;
}

static void begin(void) { beginPlainps(&state, "", 0); }

static void knowsWhereThePenIs(void) {
  begin();
  CHECK(prints("\nquerypos ", "\ndvi.querypos 0.0 0.0 \n"));
  CHECK(prints("\n56.4133 139.579 moveto ", ""));
  CHECK(prints("\nquerypos ", "\ndvi.querypos 56.4133 139.579 \n"));
  CHECK(prints("\n-72 0.5 moveto ", ""));
  CHECK(prints("\nquerypos ", "\ndvi.querypos -72.0 0.5 \n"));
}

static void printsColoursAsTheyCame(void) {
  begin();
  CHECK(prints("0.000000 setgray", "\ndvi.setgray 0.0 \n"));
  CHECK(prints("1.000000 setgray", "\ndvi.setgray 1.0 \n"));
  CHECK(prints("0.300000 setgray", "\ndvi.setgray 0.3 \n"));
  CHECK(prints("1 0 0 setrgbcolor", "\ndvi.setrgbcolor 1 0 0 \n"));
  CHECK(prints("0.1 0.2 0.3 0.4 setcmykcolor", "\ndvi.setcmykcolor 0.1 0.2 0.3 0.4 \n"));
  CHECK(!run("1.5 setgray"));
  CHECK(!run("-0.5 setgray"));
  CHECK(!run("1 0 setrgbcolor"));
}

static void turnsLabelsByQuarters(void) {
  begin();
  CHECK(run("\n86.4707 198.792 moveto "));
  CHECK(run("1 0 0 setrgbcolor"));
  CHECK(prints("gsave currentpoint currentpoint translate [0.000000 -1.000000 1.000000 0.000000 0 0] concat neg exch neg "
               "exch translate",
               "\ndvi.gsave \n\ndvi.translate 86.4707 198.792 \n\ndvi.setmatrix 0.0 -1.0 1.0 0.0 86.4707 198.792 \n"
               "\ndvi.applyscalevals 1.0 1.0 0.0 \n\ndvi.translate -86.4707 -198.792 \n"));
  CHECK(run("0.5 setgray"));
  CHECK(run("\n86.4707 198.792 moveto "));
  CHECK(!run("\n87 198.792 moveto "));
  CHECK(!run("gsave currentpoint currentpoint translate [0.000000 -1.000000 1.000000 0.000000 0 0] concat neg exch neg "
             "exch translate"));
  CHECK(!run("\nend userdict/end-hook known{end-hook}if initgraphics "));
  state.printedLength = 0;
  CHECK(run("currentpoint grestore moveto"));
  state.printed[state.printedLength] = '\0';
  // The colour from before the turn.
  CHECK(strstr(state.printed, "\ndvi.setrgbcolor 1.0 0.0 0.0 \n") != NULL);
  CHECK(!run("currentpoint grestore moveto"));
  CHECK(run("\nend userdict/end-hook known{end-hook}if initgraphics "));
}

static void doesNotTurnWhatWouldBeRounded(void) {
  static const char *const moves[] = {"\n500 0.5 moveto ", "\n1.5 99999 moveto ", "\n0 0 moveto ", "\n12.3456 900 moveto "};
  for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
    begin();
    CHECK(run(moves[i]));
    CHECK(!run("gsave currentpoint currentpoint translate [0.000000 -1.000000 1.000000 0.000000 0 0] concat neg exch neg "
               "exch translate"));
  }
}

static void doesNotTurnOtherwise(void) {
  static const char *const matrices[] = {
      "0.866025 -0.500000 0.500000 0.866025", "2.000000 0.000000 0.000000 2.000000",
      "1.000000 0.000000 0.000000 -1.000000", "1.000000 1.000000 -1.000000 1.000000", "0 -1 1 0",
  };
  for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++) {
    char string[200];
    begin();
    CHECK(run("\n86.4707 198.792 moveto "));
    snprintf(string, sizeof string,
             "gsave currentpoint currentpoint translate [%s 0 0] concat neg exch neg exch translate", matrices[i]);
    CHECK(!run(string));
  }
  begin();
  CHECK(run("\n86.4707 198.792 moveto "));
  CHECK(run("0.1 0.2 0.3 0.4 setcmykcolor"));
  CHECK(!run("gsave currentpoint currentpoint translate [1.000000 0.000000 0.000000 1.000000 0 0] concat neg exch neg "
             "exch translate"));
}

static void knowsOnlyNumbersThatComeBack(void) {
  static const char *const strange[] = {
      "1234567 1 moveto ", "0.1234567 1 moveto ", "1e5 1 moveto ", "-0 1 moveto ",  "1. 1 moveto ",   "--1 1 moveto ",
      "1.2.3 1 moveto ",   "0.00001 1 moveto ",   "1 1moveto ",    "1 1 1 moveto ", "16#ff 1 moveto ",
  };
  for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
    begin();
    CHECK(!run(strange[i]));
  }
}

static void knowsNothingElse(void) {
  static const char *const strange[] = {"showpage", "(x) print", "1 setgray showpage", "gsave", "grestore", "", "moveto",
                                        "/setgray{}def", "quit", "1 setgray%"};
  for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
    begin();
    CHECK(!run(strange[i]));
  }
}

static size_t field(char *bytes, const char *text) {
  uint32_t length = (uint32_t)strlen(text);
  memcpy(bytes, &length, sizeof length);
  memcpy(bytes + sizeof length, text, length);
  return sizeof length + length;
}

static void followsItsPrologue(void) {
  char records[256];
  size_t length = field(records, "/a 1 def");
  length += field(records + length, "");
  length += field(records + length, "/@imgbase(/tmp/dvisvgm-12ab//main-tmp-)store\n");
  length += field(records + length, "");
  length += field(records + length, "\nflush ");
  length += field(records + length, "\ndvi.raw 0 \n");
  beginPlainps(&state, records, length);
  CHECK(!run("\n1 1 moveto "));
  CHECK(prints("/a 1 def", ""));
  CHECK(!run("/@imgbase(/tmp/x)run\n"));
  CHECK(!run("/@imgbase(/tmp/x)store\n(y)store\n"));
  CHECK(prints("/@imgbase(/tmp/dvisvgm-99//other_1-tmp-)store\n", ""));
  CHECK(prints("\nflush ", "\ndvi.raw 0 \n"));
  CHECK(prints("\nflush ", ""));
  CHECK(run("\n1 1 moveto "));
  CHECK(!run("/a 1 def"));
  // A broken end of the records is no prologue.
  beginPlainps(&state, records, length - 1);
  CHECK(run("/a 1 def"));
}

int main(void) {
  knowsWhereThePenIs();
  printsColoursAsTheyCame();
  turnsLabelsByQuarters();
  doesNotTurnWhatWouldBeRounded();
  doesNotTurnOtherwise();
  knowsOnlyNumbersThatComeBack();
  knowsNothingElse();
  followsItsPrologue();
  return ended();
}
