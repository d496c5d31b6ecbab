// Stands in for curl's library in asy.
//
// asy is linked with it, and with the twenty libraries that it needs, for programs that are read from an address. In a
// jail there is no network, but to link all of these takes a sixth of the time in which asy starts. So this library bears
// its name, and loads the real one when it is first called.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdlib.h>

#include "real.h"

#define REAL_LIBRARY "libcurl-gnutls.so.4"
// As curl itself answers where it cannot begin.
enum { FAILED_INIT = 2 };

static void *find(const char *name) {
  static void *library;
  if (!library) library = openReal(REAL_LIBRARY);
  return library ? dlsym(library, name) : NULL;
}

void *curl_easy_init(void) {
  void *(*real)(void) = (void *(*)(void))find("curl_easy_init");
  return real ? real() : NULL;
}

void curl_easy_cleanup(void *handle) {
  void (*real)(void *) = (void (*)(void *))find("curl_easy_cleanup");
  if (real) real(handle);
}

int curl_easy_perform(void *handle) {
  int (*real)(void *) = (int (*)(void *))find("curl_easy_perform");
  return real ? real(handle) : FAILED_INIT;
}

const char *curl_easy_strerror(int code) {
  const char *(*real)(int) = (const char *(*)(int))find("curl_easy_strerror");
  return real ? real(code) : "";
}

// Every option takes one value, a pointer or as wide as one.
int curl_easy_setopt(void *handle, int option, ...) {
  int (*real)(void *, int, ...) = (int (*)(void *, int, ...))find("curl_easy_setopt");
  va_list values;
  va_start(values, option);
  void *value = va_arg(values, void *);
  va_end(values);
  return real ? real(handle, option, value) : FAILED_INIT;
}
