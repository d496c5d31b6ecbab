/** What TeX complains about, as one sentence for somebody who wrote a label and never saw TeX's file. */

interface Complaint {
  readonly says: RegExp;
  /** `$1` is what the parentheses found. */
  readonly means: string;
}

const COMPLAINTS: readonly Complaint[] = [
  { says: /^Missing \$ inserted/, means: 'A label has a sign of formulas, such as _ or ^, outside of $ ... $' },
  { says: /^Extra \}, or forgotten \$/, means: 'A label has a } too many, or a $ without its partner' },
  { says: /^(?:Missing [{}] inserted|Too many \}'s|Extra [{}])/, means: 'A label has a brace without its partner' },
  {
    says: /^(?:File ended while scanning|Paragraph ended before|Argument of .* has an extra \})/,
    means: 'A label does not end: a { is not closed, or a % is not written as \\%',
  },
  {
    says: /^Double (subscript|superscript)/,
    means: 'A label has a double $1: put the first into braces, as in {a_1}_2',
  },
  { says: /^Misplaced alignment tab character &/, means: 'A label has a bare &: write \\&' },
  { says: /^You can't use `macro parameter character #'/, means: 'A label has a bare #: write \\#' },
  { says: /^LaTeX Error: Environment (\S+) undefined/, means: 'TeX does not know the environment $1' },
  { says: /^LaTeX Error: File `([^']+)\.sty' not found/, means: 'The TeX package $1 is not installed here' },
  { says: /^LaTeX Error: File `([^']+)' not found/, means: 'TeX does not find the file $1' },
  {
    says: /^LaTeX Error: Can be used only in preamble/,
    means: 'A label loads a package: use usepackage("...") instead',
  },
  {
    says: /^LaTeX Error: Unicode character (\S+)/,
    means: 'The fonts of this TeX have no $1; another engine may have it',
  },
  { says: /^(?:Missing number|Illegal unit of measure)/, means: 'A label has a length without a number or a unit' },
];

export function texSentence(text: string): string {
  for (const { says, means } of COMPLAINTS) {
    const found = says.exec(text);
    if (found) return means.replace('$1', () => found[1] ?? '');
  }
  return `TeX: ${text
    .trim()
    .replace(/^LaTeX Error: /, '')
    .replace(/\.$/, '')}`;
}
