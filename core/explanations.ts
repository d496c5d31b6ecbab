/**
 * What went wrong, as a code with values: the English sentence is for the HTTP API, the CLI and the protocols, and a page
 * says the same in its own language (messages/, `diagnostics.explanations`). What asy and TeX say themselves stays as it
 * came, as the value `<message>` or alone.
 */
export const EXPLANATIONS = {
  // What TeX complains about, for somebody who wrote a label and never saw TeX's file.
  mathOutside: 'Math symbol such as _ or ^ outside $...$ in a label',
  extraBrace: 'Extra } or missing $ in a label',
  unbalancedBraces: 'Unbalanced braces in a label',
  unfinishedLabel: 'Unfinished label: close every {, and write % as \\%',
  doubleSubscript: 'Double subscript in a label: group with braces, as in {a_1}_2',
  doubleSuperscript: 'Double superscript in a label: group with braces, as in {a^1}^2',
  ampersand: 'Write & as \\& in labels',
  matrixAmpersand:
    'In labels, a TikZ matrix or diagram needs the option [ampersand replacement=\\&], and \\& instead of &',
  hash: 'Write # as \\# in labels',
  environmentOf: 'Unknown TeX environment <name>: add usepackage("<package>"); at the start of the program',
  unknownEnvironment: 'Unknown TeX environment <name>',
  missingPackageInstead:
    'TeX package <name> is not installed. Try <instead> instead; the server’s Debian package is <debian>',
  missingPackageOf: 'TeX package <name> is not installed. The server’s Debian package is <debian>',
  missingPackage: 'TeX package <name> is not installed',
  missingLanguage: 'The language <name> of babel is not installed. The server’s Debian package is <debian>',
  missingTexFile: 'TeX file not found: <name>',
  packageInLabel: 'A label can’t load a package: use usepackage("...") instead',
  noFont: 'No font for the character <character>: add import unicode; at the start of the program',
  missingFont: 'The font <name> is not installed on the server',
  shorthands:
    'In this language, babel gives < or = a special meaning, which breaks SVG: add shorthands=off, as in usepackage("babel","spanish,shorthands=off"), or choose PDF',
  noFontHere: 'This engine’s font has no character <character>. Use latex or pdflatex with import unicode;',
  noFontInstalled: 'No font for this character is installed on the server (<characters>)',
  badLength: 'Length without a number or unit in a label',
  commandOf: 'Unknown TeX command <name>: add usepackage("<package>"); at the start of the program',
  unknownCommand: 'Unknown TeX command <name>',
  unknownCommands: 'Unknown TeX command',
  // About the program.
  openString: 'A string begins here and never ends: its closing quote is missing',
  invalidCharacterInstead: 'Invalid character <character>: write <instead> instead',
  invalidSpace: 'Invalid space here (<name>): replace it with a normal space',
  invisibleCharacter: 'Invisible character here (<name>): delete it',
  noEngine: 'PNG needs a TeX engine even without labels: choose an engine, or SVG, PDF or EPS',
  movieFormat:
    'This server can’t make movies in this format. Leave it out for SVG, which the playground downloads as MP4, or write "gif"',
  notInstalled: '<program> is not installed on this server',
  moduleNotFound: 'Module not found: <name>',
  didYouMean: '<message>. Did you mean <name>?',
  foundIn: '<message> (found in <file>, line <line>)',
  transparentImage:
    'A transparent image is too large to convert to SVG. Make it smaller, as in graphic("x.png", "width=8cm"), or choose PDF or PNG',
  // About files.
  nameTooLong: 'A file name may have at most <most> bytes.',
  nameForbidden: 'File name <name> may not contain a slash, a backslash or a control character.',
  nameStart: 'File name <name> may not start with "-" or ".".',
  nameEnding: 'File name <name> must end in one of <endings>.',
  nameExtension: 'File name <name> must end in .asy or, for data, in a short extension such as .csv or .png.',
  tooManyFiles: 'At most <most> files may be added.',
  filesTooLarge: 'The files have <total> bytes together; at most <most> are allowed.',
  programsTooLarge:
    'The .asy files have <total> bytes together; at most <most> are allowed. Put data in files of its own.',
  // Why nothing is rendered.
  longWait:
    'Server is overloaded: the wait would be about <seconds> s, and at most <most> s are allowed. Try again later.',
  noBackend: 'No backend is connected, so nothing can be rendered now. Try again later.',
  classPaused: 'This class is paused by an administrator. Try again later.',
  blocked: 'An administrator of this server has blocked renders from here.',
  tasksUnderWay: 'Too many tasks in progress. Try again in a few seconds.',
  tasksOfNetwork: 'Your network has too many tasks in progress (limit: <most>). Wait for some to finish.',
  rendersOfClient: 'Too many renders in progress over HTTP (limit: <most>). Wait for one to finish.',
  largeResults: 'Too many large results are being downloaded right now; try again in a moment.',
  shellsOpen: 'Too many shells open (limit: <most>). Close one first.',
  shellsOfNetwork: 'Your network already has its share of shells open (limit: <most>). Close one, or try again later.',
  // About links.
  noLink: 'There is no such link; it may have expired or been deleted.',
  notOwner: 'Only the creator of a link can change it. Send its token as "Authorization: Bearer TOKEN".',
  linksOfAddress: 'Too many links from your address (limit: <most>, with <bytes> bytes in total). Delete one of yours.',
  linksTaken: 'No room for another link (limit of this server: <most>). Delete one of yours.',
  linkRoom: 'Links on this server may have <most> bytes in total, and there is no room for <bytes> more.',
  pictureTooLarge: 'The picture has <bytes> bytes; a link holds at most <most>.',
  // Why a render of a graph failed.
  renderTimeLimit: 'Stopped after <seconds> s',
  renderOutputLimit: 'Wrote more than <mebibytes> MiB',
  renderMemoryLimit: 'Needed more than <mebibytes> MiB of memory',
  renderNothing: 'Drew nothing and wrote no file',
  renderStopped: 'Was stopped',
  renderFailed: 'The program failed; its output says why',
  // Where asy only stumbles; last, since a sentence that begins like another is recognised after it.
  missingSign: 'Missing <sign>',
  invalidCharacter: 'Invalid character <character>',
} as const;

export type ExplanationCode = keyof typeof EXPLANATIONS;

type Names<Sentence> = Sentence extends `${string}<${infer Name}>${infer Rest}` ? Name | Names<Rest> : never;
type Values<Code extends ExplanationCode> = Readonly<
  Record<Names<(typeof EXPLANATIONS)[Code]>, string | number | Explanation>
>;

export interface Explanation {
  readonly code: ExplanationCode;
  /** A sentence may hold another one. */
  readonly values: Readonly<Record<string, string | Explanation>>;
}

export function explain<Code extends ExplanationCode>(code: Code, values: Values<Code>): Explanation {
  const entries = Object.entries<string | number | Explanation>(values);
  return {
    code,
    values: Object.fromEntries(
      entries.map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
    ),
  };
}

export function inEnglish({ code, values }: Explanation): string {
  return EXPLANATIONS[code].replace(/<(\w+)>/g, (_part, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'string' ? value : inEnglish(value);
  });
}

/** The English sentence alone, for those who tell nothing else. */
export function explained<Code extends ExplanationCode>(code: Code, values: Values<Code>): string {
  return inEnglish(explain(code, values));
}

/** Longer than any sentence of the table with its values. */
const MAX_SENTENCE_UNITS = 2000;

/** Which sentence of the table a text is: protocols carry the English, and a page says it in its own language. */
export function recognise(text: string): Explanation | undefined {
  if (text.length > MAX_SENTENCE_UNITS) return undefined;
  for (const code of Object.keys(EXPLANATIONS) as ExplanationCode[]) {
    const values = valuesIn(text, EXPLANATIONS[code]);
    if (values !== undefined) return { code, values };
  }
  return undefined;
}

function valuesIn(text: string, sentence: string): Record<string, string> | undefined {
  // Literals at even places, names at odd ones.
  const parts = sentence.split(/<(\w+)>/);
  const [first = ''] = parts;
  if (!text.startsWith(first)) return undefined;
  const values: Record<string, string> = {};
  let at = first.length;
  for (let index = 1; index < parts.length; index += 2) {
    const literal = parts[index + 1] ?? '';
    const isLast = index + 2 >= parts.length;
    const end = isLast ? text.length - literal.length : text.indexOf(literal, at);
    if (end <= at || !text.startsWith(literal, end)) return undefined;
    values[parts[index] ?? ''] = text.slice(at, end);
    at = end + literal.length;
  }
  return at === text.length ? values : undefined;
}
