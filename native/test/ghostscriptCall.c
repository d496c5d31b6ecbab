// What is a call of asy's, and what it defines.
#define _GNU_SOURCE
#include "../ghostscriptCall.h"

#include <stdlib.h>
#include <string.h>

#include "../standby.h"
#include "check.h"

static char *png[] = {"gs", "-q", "-dNOPAUSE", "-dBATCH", "-P", "-sDEVICE=png16m", "-dSAFER", "-r72x72",
                      "-sOutputFile=main.png", "main_.pdf", NULL};
enum { RESOLUTION_AT = 7, OUTPUT_AT = 8, INPUT_AT = 9, COUNT = 10 };

static char *ps[] = {"gs", "-q", "-dNoOutputFonts", "-dNOPAUSE", "-dBATCH", "-P", "-dSAFER", "-sDEVICE=ps2write",
                     "-sOutputFile=main_%d.ps", "main_.pdf", NULL};

static int isPng(int at, char *text) {
  char *usual = png[at];
  png[at] = text;
  int known = isCall(argumentsOf(STANDBY_PNG), COUNT, png);
  png[at] = usual;
  return known;
}

static int defines(const char *sort, int at, const char *text, const char *expected) {
  char *written = NULL;
  size_t length = 0;
  FILE *definitions = open_memstream(&written, &length);
  define(definitions, &argumentsOf(sort)[at], text);
  fclose(definitions);
  int same = strcmp(written, expected) == 0;
  free(written);
  return same;
}

int main(void) {
  CHECK(!argumentsOf("gs") && argumentsOf(STANDBY_PDF) && argumentsOf(STANDBY_PNG));
  CHECK(isCall(argumentsOf(STANDBY_PNG), COUNT, png));
  CHECK(!isCall(argumentsOf(STANDBY_PDF), COUNT, png));
  CHECK(!isCall(argumentsOf(STANDBY_PNG), COUNT - 1, png));

  CHECK(isPng(RESOLUTION_AT, "-r288x300"));
  CHECK(!isPng(RESOLUTION_AT, "-r72") && !isPng(RESOLUTION_AT, "-r72x") && !isPng(RESOLUTION_AT, "-r72.5x72.5"));
  CHECK(!isPng(RESOLUTION_AT, "-r1000000x100000") && !isPng(RESOLUTION_AT, "-dX"));
  CHECK(isPng(OUTPUT_AT, "-sOutputFile=a+0.png") && !isPng(OUTPUT_AT, "-sOutputFile=a%d.png"));
  CHECK(!isPng(OUTPUT_AT, "-sOutputFile=") && !isPng(OUTPUT_AT, "-sOutputFile=../a") && !isPng(OUTPUT_AT, "-sOutputFile=a)b"));
  CHECK(!isPng(INPUT_AT, "-f") && !isPng(INPUT_AT, "/etc/passwd") && !isPng(INPUT_AT, ".hidden"));
  // There is no room for it where the stand-in was.
  CHECK(isPng(INPUT_AT, (char *)NO_FILE) && !isPng(INPUT_AT, NO_FILE "r"));

  CHECK(defines(STANDBY_PNG, RESOLUTION_AT, "-r288x300", "systemdict /DEVICEXRESOLUTION 288 cvr put systemdict /DEVICEYRESOLUTION 300 cvr put\n"));
  CHECK(defines(STANDBY_PNG, OUTPUT_AT, "-sOutputFile=a.png",
                "systemdict /OutputFile (a.png) readonly put /PermitFileWriting (a.png) .addcontrolpath "
                "/PermitFileControl (a.png) .addcontrolpath\n"));
  CHECK(defines(STANDBY_PNG, INPUT_AT, "main_.pdf", ""));
  CHECK(isCall(argumentsOf(STANDBY_PS), COUNT, ps));
  CHECK(defines(STANDBY_PS, OUTPUT_AT, "-sOutputFile=main_%d.ps",
                "systemdict /OutputFile (main_%d.ps) readonly put /PermitFileWriting (main_*) .addcontrolpath "
                "/PermitFileControl (main_*) .addcontrolpath\n"));
  for (int i = 0; i < 3; i++) {
    ps[OUTPUT_AT] = (char *[]){"-sOutputFile=main.ps", "-sOutputFile=%d.ps", "-sOutputFile=main_%s.ps"}[i];
    CHECK(!isCall(argumentsOf(STANDBY_PS), COUNT, ps));
  }

  // Every stand-in is a call's own argument in form, or it would not be read in the same way.
  const struct argument *sorts[] = {argumentsOf(STANDBY_PDF), argumentsOf(STANDBY_PNG), argumentsOf(STANDBY_PS)};
  for (int i = 0; i < 3; i++)
    for (const struct argument *argument = sorts[i]; argument->text; argument++)
      CHECK(!argument->standIn || strncmp(argument->standIn, argument->text, strlen(argument->text)) == 0);
  return ended();
}
