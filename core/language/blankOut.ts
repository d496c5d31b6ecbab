const TEXT_OR_COMMENT = /\/\/.*|\/\*[^]*?(?:\*\/|$)|"(?:\\.|[^"\\])*(?:"|$)|'(?:\\.|[^'\\])*(?:'|$)/g;

/** The same length, with spaces in place of strings and comments. What is not closed reaches to the end. */
export function blankOut(code: string): string {
  return code.replace(TEXT_OR_COMMENT, (part) => part.replace(/[^\n]/g, ' '));
}
