import { explain, type Explanation } from '@/core/explanations';
import { missingPackage } from './texPackages';

/** What TeX complains about, as an explanation for somebody who wrote a label and never saw TeX's file. */

interface Complaint {
  readonly says: RegExp;
  /** `found` is what the parentheses hold. */
  readonly means: (found: string) => Explanation;
}

const COMPLAINTS: readonly Complaint[] = [
  { says: /^Missing \$ inserted/, means: () => explain('mathOutside', {}) },
  { says: /^Extra \}, or forgotten \$/, means: () => explain('extraBrace', {}) },
  { says: /^(?:Missing [{}] inserted|Too many \}'s|Extra [{}])/, means: () => explain('unbalancedBraces', {}) },
  {
    says: /^(?:File ended while scanning|Paragraph ended before|Argument of .* has an extra \})/,
    means: () => explain('unfinishedLabel', {}),
  },
  { says: /^Double subscript/, means: () => explain('doubleSubscript', {}) },
  { says: /^Double superscript/, means: () => explain('doubleSuperscript', {}) },
  { says: /^Misplaced alignment tab character &/, means: () => explain('ampersand', {}) },
  { says: /^You can't use `macro parameter character #'/, means: () => explain('hash', {}) },
  {
    says: /^LaTeX Error: Environment (\S+) undefined/,
    means: (name) => explain('unknownEnvironment', { name }),
  },
  { says: /^LaTeX Error: File `([^']+)\.sty' not found/, means: missingPackage },
  { says: /^LaTeX Error: File `([^']+)' not found/, means: (name) => explain('missingTexFile', { name }) },
  { says: /^LaTeX Error: Can be used only in preamble/, means: () => explain('packageInLabel', {}) },
  { says: /^LaTeX Error: Unicode character (\S+)/, means: (character) => explain('noFont', { character }) },
  { says: /^(?:Missing number|Illegal unit of measure)/, means: () => explain('badLength', {}) },
];

/** Undefined for what is told in TeX's own words. */
export function texExplanation(text: string): Explanation | undefined {
  for (const { says, means } of COMPLAINTS) {
    const found = says.exec(text);
    if (found) return means(found[1] ?? '');
  }
  return undefined;
}

/** TeX's own words as a sentence. */
export function texSentence(text: string): string {
  return `TeX: ${text
    .trim()
    .replace(/^LaTeX Error: /, '')
    .replace(/\.$/, '')}`;
}
