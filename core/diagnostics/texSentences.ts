import { explain, type Explanation } from '@/core/explanations';
import { unknownEnvironment } from './texCommands';
import { missingLanguage, missingPackage } from './texPackages';

/** What TeX complains about, as an explanation for somebody who wrote a label and never saw TeX's file. */

interface Complaint {
  readonly says: RegExp;
  /** `found` is what the parentheses hold. */
  readonly means: (found: string) => Explanation | undefined;
}

/** What LaTeX calls letters that TeX's first encoding does not have. */
const NOT_IN_OT1: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ guillemetleft: '«', guillemetright: '»', guilsinglleft: '‹', guilsinglright: '›', quotedblbase: '„' },
    ...{ quotesinglbase: '‚', DH: 'Ð', dh: 'ð', DJ: 'Đ', dj: 'đ', NG: 'Ŋ', ng: 'ŋ', TH: 'Þ', th: 'þ' },
  }).map(([name, character]) => [`\\${name}`, character]),
);

const COMPLAINTS: readonly Complaint[] = [
  { says: /^Missing \$ inserted/, means: () => explain('mathOutside', {}) },
  { says: /^Extra \}, or forgotten \$/, means: () => explain('extraBrace', {}) },
  { says: /^(?:Missing [{}] inserted|Too many \}'s|Extra [{}])/, means: () => explain('unbalancedBraces', {}) },
  { says: /^Argument of \\language@active@arg/, means: () => explain('shorthands', {}) },
  {
    says: /^(?:File ended while scanning|Paragraph ended before|Argument of .* has an extra \})/,
    means: () => explain('unfinishedLabel', {}),
  },
  { says: /^Double subscript/, means: () => explain('doubleSubscript', {}) },
  { says: /^Double superscript/, means: () => explain('doubleSuperscript', {}) },
  { says: /^Misplaced alignment tab character &/, means: () => explain('ampersand', {}) },
  { says: /^You can't use `macro parameter character #'/, means: () => explain('hash', {}) },
  { says: /^LaTeX Error: Environment (\S+) undefined/, means: unknownEnvironment },
  { says: /^LaTeX Error: File `([^']+)\.sty' not found/, means: missingPackage },
  { says: /^Package babel Error: Unknown option '([a-z]+)'/, means: missingLanguage },
  { says: /^LaTeX Error: File `([^']+)' not found/, means: (name) => explain('missingTexFile', { name }) },
  { says: /^LaTeX Error: Can be used only in preamble/, means: () => explain('packageInLabel', {}) },
  { says: /^LaTeX Error: Unicode character (\S+)/, means: (character) => explain('noFont', { character }) },
  {
    says: /^LaTeX Error: Command (\S+) unavailable in encoding OT1/,
    means: (command) => explain('noFont', { character: NOT_IN_OT1.get(command) ?? command }),
  },
  {
    says: /^Package fontspec Error: The font "([^"]+)" cannot be found/,
    means: (name) => explain('missingFont', { name }),
  },
  { says: /^Missing character: There is no (\S+) /, means: (character) => explain('noFontHere', { character }) },
  // What is in no other font is looked for in the one of Chinese letters, by the upper digits of its number.
  {
    says: /^Font C70\/.*=[a-z]+([0-9a-f]{2}|0[0-9a-f]{3}) at \S+ not loadable/,
    means: (digits) => explain('noFontInstalled', { characters: rangeOf(digits) }),
  },
  { says: /^Package pgf Error: Single ampersand used with wrong catcode/, means: () => explain('matrixAmpersand', {}) },
  { says: /^(?:Missing number|Illegal unit of measure)/, means: () => explain('badLength', {}) },
];

function rangeOf(digits: string): string {
  const upper = digits.toUpperCase().replace(/^0(?=...)/, '');
  return `U+${upper}00–U+${upper}FF`;
}

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
