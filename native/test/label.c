#include "../label.h"

#include <string.h>

#include "check.h"

static int harmless(const char *label) { return isHarmlessLabel(label, strlen(label)); }
static int harmlessPreamble(const char *text) { return isHarmlessPreamble(text, strlen(text)); }

int main(void) {
  // Plain text, numbers, mathematics
  CHECK(harmless(""));
  CHECK(harmless("Hello, world!"));
  CHECK(harmless("$-0.5$"));
  CHECK(harmless("$\\frac{a}{b}$"));
  CHECK(harmless("\\vphantom{$10^4$}$10^{-2}$"));
  CHECK(harmless("$\\alpha\\beta_1\\,\\mathrm{d}x$"));
  CHECK(harmless("50\\$ \\{x\\}"));
  CHECK(harmless("gr\xc3\xb6\xc3\x9f"
                 "e"));
  // Whatever could change TeX's state, or hide that it does
  CHECK(!harmless("\\stepcounter{x}\\thex"));
  CHECK(!harmless("\\global\\advance\\x1"));
  CHECK(!harmless("\\gdef\\sin{x}"));
  CHECK(!harmless("\\input{x}"));
  CHECK(!harmless("^^5cgdef\\x{}"));
  CHECK(!harmless("a%"));
  CHECK(!harmless("#1"));
  CHECK(!harmless("a&b"));
  CHECK(!harmless("}\\setbox0\\hbox{"));
  CHECK(!harmless("{"));
  CHECK(!harmless("\\"));
  CHECK(!harmless("\\\\"));
  CHECK(!harmless("a\nb"));
  // A word is taken as a whole
  CHECK(!harmless("\\sinx"));
  CHECK(!harmless("\\si"));
  CHECK(harmless("\\sin x"));
  CHECK(!harmless("\\ "
                  "\\alphabeta"));

  CHECK(harmlessPreamble(""));
  CHECK(harmlessPreamble("\\usepackage{amsmath}\n\n\n"));
  CHECK(harmlessPreamble("\\usepackage{amsmath,amssymb}\n\\usepackage{amsfonts}\n"));
  CHECK(!harmlessPreamble("\\usepackage{amsmath}"));
  CHECK(!harmlessPreamble("\\usepackage{amsmath,}\n"));
  CHECK(!harmlessPreamble("\\usepackage{}\n"));
  CHECK(!harmlessPreamble("\\usepackage[x]{amsmath}\n"));
  CHECK(!harmlessPreamble("\\usepackage{babel}\n"));
  CHECK(!harmlessPreamble("\\usepackage{amsmath}\\def\\x{1}}\n"));
  CHECK(!harmlessPreamble("\\def\\x{1}\n"));
  return ended();
}
