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

const MAX_LINE = 2 * DESCRIPTION_LIMITS.maxAltCharacters;

/** On one line; a character is never cut in half. */
function cleaned(text: string, maxCharacters: number): string {
  const line = text
    .slice(0, MAX_LINE)
    .replace(/[\s\p{Cc}\p{Cs}\uFFFE\uFFFF]+/gu, ' ')
    .trim();
  return [...line].slice(0, maxCharacters).join('').trim();
}
