/** What TeX complains about, as one sentence for somebody who wrote a label and never saw TeX's file. */

interface Complaint {
  readonly says: RegExp;
  /** `$1` is what the parentheses found. */
  readonly means: string;
}

const COMPLAINTS: readonly Complaint[] = [
  { says: /^Missing \$ inserted/, means: 'Math symbol such as _ or ^ outside $...$ in a label' },
  { says: /^Extra \}, or forgotten \$/, means: 'Extra } or missing $ in a label' },
  { says: /^(?:Missing [{}] inserted|Too many \}'s|Extra [{}])/, means: 'Unbalanced braces in a label' },
  {
    says: /^(?:File ended while scanning|Paragraph ended before|Argument of .* has an extra \})/,
    means: 'Unfinished label: close every {, and write % as \\%',
  },
  {
    says: /^Double (subscript|superscript)/,
    means: 'Double $1 in a label: group with braces, as in {a_1}_2',
  },
  { says: /^Misplaced alignment tab character &/, means: 'Write & as \\& in labels' },
  { says: /^You can't use `macro parameter character #'/, means: 'Write # as \\# in labels' },
  { says: /^LaTeX Error: Environment (\S+) undefined/, means: 'Unknown TeX environment $1' },
  { says: /^LaTeX Error: File `([^']+)\.sty' not found/, means: 'TeX package $1 is not installed' },
  { says: /^LaTeX Error: File `([^']+)' not found/, means: 'TeX file not found: $1' },
  {
    says: /^LaTeX Error: Can be used only in preamble/,
    means: 'A label can’t load a package: use usepackage("...") instead',
  },
  {
    says: /^LaTeX Error: Unicode character (\S+)/,
    means: 'No font for the character $1: try another TeX engine',
  },
  { says: /^(?:Missing number|Illegal unit of measure)/, means: 'Length without a number or unit in a label' },
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
