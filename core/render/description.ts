import { segmentsOf } from '@/core/language/segments';
import { DESCRIPTION_LIMITS } from './limits';

/**
 * What a picture shows, for those who cannot see it (docs/render-api.md, 17): the comments `// title: …` and `// alt: …`
 * of the main program.
 */

export interface Description {
  readonly title?: string;
  readonly alt?: string;
}

/** Most programs have none, and need not be gone through. */
const HINT = /\b(?:title|alt)[ \t]*:/i;
const COMMENT = /^\/\/[ \t]*(title|alt)[ \t]*:(.*)/i;

/** The first title counts; several lines of alternative text are one text. */
export function descriptionOf(source: string): Description {
  if (!HINT.test(source)) return {};
  let title = '';
  let alt = '';
  for (const { kind, from, to } of segmentsOf(source)) {
    if (kind !== 'comment') continue;
    const [, name = '', text = ''] = COMMENT.exec(source.slice(from, Math.min(to, from + MAX_LINE))) ?? [];
    if (name.toLowerCase() === 'title') title ||= cleaned(text, DESCRIPTION_LIMITS.maxTitleCharacters);
    else if (name !== '' && alt.length < DESCRIPTION_LIMITS.maxAltCharacters) alt += ` ${text}`;
  }
  const whole = cleaned(alt, DESCRIPTION_LIMITS.maxAltCharacters);
  return { ...(title === '' ? {} : { title }), ...(whole === '' ? {} : { alt: whole }) };
}

/** Characters of a comment; longer alternative texts go on in the next. */
const COMMENT_WIDTH = 100;

/** The program with this description and no other, in comments at its end. */
export function withDescription(source: string, { title = '', alt = '' }: Description): string {
  const pieces: string[] = [];
  for (const { kind, from, to } of segmentsOf(source)) {
    const text = source.slice(from, to);
    if (kind !== 'comment' || !COMMENT.test(text)) {
      pieces.push(text);
      continue;
    }
    // Its line goes with it, if there is nothing else on it.
    const before = pieces.pop() ?? '';
    const start = before.lastIndexOf('\n');
    const isAlone = (start >= 0 || pieces.length === 0) && before.slice(start + 1).trim() === '';
    pieces.push(isAlone ? before.slice(0, Math.max(0, start)) : before);
  }
  const rest = pieces.join('');
  const lines = [
    ...[cleaned(title, DESCRIPTION_LIMITS.maxTitleCharacters)].filter(Boolean).map((text) => `// title: ${text}`),
    ...wrapped(cleaned(alt, DESCRIPTION_LIMITS.maxAltCharacters)).map((text) => `// alt: ${text}`),
  ];
  if (lines.length === 0) return rest;
  return `${rest}${rest === '' || rest.endsWith('\n') ? '' : '\n'}${lines.join('\n')}\n`;
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < COMMENT_WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const MAX_LINE = 2 * DESCRIPTION_LIMITS.maxAltCharacters;

/** What is no text on one line, or turns the direction of what follows it on a page. */
const UNSEEN = /[\s\p{Cc}\p{Cs}\uFFFE\uFFFF\u202A-\u202E\u2066-\u2069]+/gu;

/** On one line; a character is never cut in half. */
function cleaned(text: string, maxCharacters: number): string {
  const line = text.slice(0, MAX_LINE).replace(UNSEEN, ' ').trim();
  return [...line].slice(0, maxCharacters).join('').trim();
}
