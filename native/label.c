#define _GNU_SOURCE
#include "label.h"

#include <ctype.h>
#include <string.h>

// Each between blanks, so that a whole word is found.
static const char *const harmlessWords[] = {
    // Letters
    " alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi varpi rho varrho "
    "sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega ell "
    "hbar imath jmath Re Im wp aleph ",
    // Functions
    " sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth log ln lg exp lim limsup liminf min max sup inf "
    "det dim ker deg arg gcd hom Pr ",
    // Operators, relations and arrows
    " cdot times div pm mp ast star circ bullet oplus ominus otimes odot cap cup wedge vee setminus leq le geq ge neq ne "
    "equiv approx sim simeq cong propto subset supset subseteq supseteq in ni notin perp parallel mid to gets rightarrow "
    "leftarrow leftrightarrow Rightarrow Leftarrow Leftrightarrow uparrow downarrow mapsto longrightarrow longleftarrow "
    "hookrightarrow forall exists neg partial nabla infty angle triangle prime emptyset degree ",
    // Constructions
    " frac sqrt sum prod int oint vec hat bar tilde dot ddot overline underline widehat widetilde overrightarrow left "
    "right big Big bigg Bigg langle rangle lfloor rfloor lceil rceil vert Vert lvert rvert ldots cdots vdots ddots dots "
    "quad qquad mathrm mathbf mathit mathsf mathtt mathcal mathbb mathfrak mathstrut displaystyle textstyle scriptstyle "
    "scriptscriptstyle strut limits nolimits mathop mathrel mathbin phantom hphantom vphantom dfrac tfrac binom "
    "operatorname ",
    // Text
    " textbf textit textrm textsf texttt textsc text mbox emph bf it rm sf tt sl bfseries itshape rmfamily sffamily ttfamily tiny "
    "scriptsize footnotesize small normalsize large Large LARGE huge Huge ",
};

static const char harmlessSymbols[] = ",;:! {}$_|";
static const char harmlessPackages[] = " amsmath amssymb amsfonts ";

static int isListed(const char *list, const char *word, size_t length) {
  char wanted[64];
  if (length == 0 || length > sizeof wanted - 3) return 0;
  wanted[0] = wanted[length + 1] = ' ';
  memcpy(wanted + 1, word, length);
  wanted[length + 2] = '\0';
  return memchr(word, ' ', length) == NULL && strstr(list, wanted) != NULL;
}

static int isHarmlessWord(const char *word, size_t length) {
  for (size_t i = 0; i < sizeof harmlessWords / sizeof *harmlessWords; i++)
    if (isListed(harmlessWords[i], word, length)) return 1;
  return 0;
}

int isHarmlessLabel(const char *label, size_t length) {
  int depth = 0;
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)label[i];
    if (c == '\\') {
      size_t from = i + 1, to = from;
      while (to < length && isalpha((unsigned char)label[to])) to++;
      if (to == from && (to >= length || !strchr(harmlessSymbols, label[to]))) return 0;
      if (to > from && !isHarmlessWord(label + from, to - from)) return 0;
      i = to > from ? to - 1 : to;
    } else if (c == '{') {
      depth++;
    } else if (c == '}') {
      if (--depth < 0) return 0;
    } else if (c < ' ' || c == 0x7f || strchr("#%&", c) || (c == '^' && i + 1 < length && label[i + 1] == '^')) {
      return 0;
    }
  }
  return depth == 0;
}

static int arePackagesHarmless(const char *names, size_t length) {
  for (size_t from = 0; from <= length;) {
    const char *comma = memchr(names + from, ',', length - from);
    size_t size = comma ? (size_t)(comma - names) - from : length - from;
    if (!isListed(harmlessPackages, names + from, size)) return 0;
    from += size + 1;
  }
  return 1;
}

int isHarmlessPreamble(const char *preamble, size_t length) {
  static const char opening[] = "\\usepackage{";
  size_t size = strlen(opening);
  for (const char *at = preamble, *end = preamble + length; at < end;) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    if (!stop) return 0;
    if (stop > at) {
      if ((size_t)(stop - at) <= size || memcmp(at, opening, size) != 0 || stop[-1] != '}') return 0;
      if (!arePackagesHarmless(at + size, (size_t)(stop - at) - size - 1)) return 0;
    }
    at = stop + 1;
  }
  return 1;
}
