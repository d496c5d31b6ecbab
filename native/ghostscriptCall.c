#include "ghostscriptCall.h"

#include <string.h>

#include "standby.h"

#define AS_IT_IS(text) {text, FIXED, NULL}
#define LAST {NULL, FIXED, NULL}

static const struct argument ofPdf[] = {
    AS_IT_IS("gs"),
    AS_IT_IS("-q"),
    AS_IT_IS("-dNOPAUSE"),
    AS_IT_IS("-dBATCH"),
    AS_IT_IS("-P"),
    AS_IT_IS("-dSAFER"),
    AS_IT_IS("-dALLOWPSTRANSPARENCY"),
    AS_IT_IS("-sDEVICE=pdfwrite"),
    AS_IT_IS("-dEPSCrop"),
    AS_IT_IS("-dSubsetFonts=true"),
    AS_IT_IS("-dEmbedAllFonts=true"),
    AS_IT_IS("-dMaxSubsetPct=100"),
    {"-dEncodeColorImages=", TRUTH, "-dEncodeColorImages=false"},
    {"-dEncodeGrayImages=", TRUTH, "-dEncodeGrayImages=false"},
    AS_IT_IS("-dCompatibilityLevel=1.4"),
    AS_IT_IS("-dAutoRotatePages=/None"),
    {"-g", PIXELS, "-g100000x100000"},
    {"-dDEVICEWIDTHPOINTS=", NUMBER, "-dDEVICEWIDTHPOINTS=100.00000000001"},
    {"-dDEVICEHEIGHTPOINTS=", NUMBER, "-dDEVICEHEIGHTPOINTS=100.00000000001"},
    {"-sOutputFile=", OUTPUT, "-sOutputFile=" NO_OUTPUT},
    AS_IT_IS("-c"),
    AS_IT_IS(".setsafe"),
    AS_IT_IS("-f"),
    {"", INPUT, NO_FILE},
    LAST,
};
static const struct argument ofPng[] = {
    AS_IT_IS("gs"),
    AS_IT_IS("-q"),
    AS_IT_IS("-dNOPAUSE"),
    AS_IT_IS("-dBATCH"),
    AS_IT_IS("-P"),
    AS_IT_IS("-sDEVICE=png16m"),
    AS_IT_IS("-dSAFER"),
    {"-r", RESOLUTION, "-r100000x100000"},
    {"-sOutputFile=", OUTPUT, "-sOutputFile=" NO_OUTPUT},
    {"", INPUT, NO_FILE},
    LAST,
};
static const struct argument ofPs[] = {
    AS_IT_IS("gs"),
    AS_IT_IS("-q"),
    AS_IT_IS("-dNoOutputFonts"),
    AS_IT_IS("-dNOPAUSE"),
    AS_IT_IS("-dBATCH"),
    AS_IT_IS("-P"),
    AS_IT_IS("-dSAFER"),
    AS_IT_IS("-sDEVICE=ps2write"),
    {"-sOutputFile=", PAGES, "-sOutputFile=" NO_OUTPUT},
    {"", INPUT, NO_FILE},
    LAST,
};
static const struct argument ofPaths[] = {
    AS_IT_IS("gs"),
    AS_IT_IS("-q"),
    AS_IT_IS("-dBATCH"),
    AS_IT_IS("-P"),
    AS_IT_IS("-dSAFER"),
    AS_IT_IS("-sDEVICE=ps2write"),
    AS_IT_IS("-sOutputFile=/dev/null"),
    {"", INPUT, NO_FILE},
    LAST,
};
static const struct {
  const char *name;
  const struct argument *arguments;
} sorts[] = {{STANDBY_PDF, ofPdf}, {STANDBY_PNG, ofPng}, {STANDBY_PS, ofPs}, {STANDBY_PATHS, ofPaths}};

const struct argument *argumentsOf(const char *sort) {
  for (size_t i = 0; i < sizeof sorts / sizeof sorts[0]; i++)
    if (strcmp(sorts[i].name, sort) == 0) return sorts[i].arguments;
  return NULL;
}

static int isAllOf(const char *text, const char *characters) { return *text && text[strspn(text, characters)] == '\0'; }

static int isNumber(const char *text) {
  size_t whole = strspn(text, "0123456789");
  return whole > 0 && (text[whole] == '\0' || (text[whole] == '.' && isAllOf(text + whole + 1, "0123456789")));
}

// Two whole numbers with an x between them.
static int isPair(const char *text, char first[MAX_NAME], const char **second) {
  size_t length = strspn(text, "0123456789");
  if (length == 0 || length >= MAX_NAME || text[length] != 'x' || !isAllOf(text + length + 1, "0123456789")) return 0;
  memcpy(first, text, length);
  first[length] = '\0';
  *second = text + length + 1;
  return 1;
}

// In the folder of the call, and nothing that PostScript or Ghostscript take for something else.
static int isPlainName(const char *text, size_t length) {
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+.-";
  return length > 0 && length < MAX_NAME && strspn(text, plain) >= length && *text != '.' && *text != '-';
}

// A name with the place of a number in it, one for each page.
static int isNameOfPages(const char *text) {
  size_t length = strcspn(text, "%");
  return isPlainName(text, length) && strcmp(text + length, "%d.ps") == 0;
}

static int fits(const struct argument *argument, const char *text) {
  char first[MAX_NAME];
  const char *second, *value = text + strlen(argument->text);
  if (argument->value == FIXED) return strcmp(text, argument->text) == 0;
  if (strncmp(text, argument->text, strlen(argument->text)) != 0) return 0;
  if (argument->value == OUTPUT || argument->value == INPUT) return isPlainName(value, strlen(value));
  if (argument->value == PAGES) return isNameOfPages(value);
  if (strlen(text) > strlen(argument->standIn)) return 0;
  if (argument->value == TRUTH) return strcmp(value, "true") == 0 || strcmp(value, "false") == 0;
  return argument->value == NUMBER ? isNumber(value) : isPair(value, first, &second);
}

int isCall(const struct argument *arguments, int argc, char *const argv[]) {
  int count = 0;
  for (; arguments[count].text; count++)
    if (count >= argc || !fits(&arguments[count], argv[count])) return 0;
  return count == argc;
}

// What Ghostscript itself makes of such an argument.
void define(FILE *definitions, const struct argument *argument, const char *text) {
  char first[MAX_NAME];
  const char *second, *value = text + strlen(argument->text);
  int length = (int)strcspn(argument->text, "=") - 2;
  const char *variable = argument->text + 2;
  if (argument->value == TRUTH || argument->value == NUMBER)
    fprintf(definitions, "systemdict /%.*s %s put\n", length, variable, value);
  if (argument->value == OUTPUT || argument->value == PAGES) {
    int before = (int)strcspn(value, "%");
    const char *any = value[before] ? "*" : "";
    fprintf(definitions,
            "systemdict /%.*s (%s) readonly put /PermitFileWriting (%.*s%s) .addcontrolpath "
            "/PermitFileControl (%.*s%s) .addcontrolpath\n",
            length, variable, value, before, value, any, before, value, any);
  }
  if (argument->value == PIXELS && isPair(value, first, &second))
    fprintf(definitions, "systemdict /DEVICEWIDTH %s put systemdict /DEVICEHEIGHT %s put\n", first, second);
  if (argument->value == RESOLUTION && isPair(value, first, &second))
    fprintf(definitions, "systemdict /DEVICEXRESOLUTION %s cvr put systemdict /DEVICEYRESOLUTION %s cvr put\n", first,
            second);
}
