import { explain, type Explanation } from '@/core/explanations';

/**
 * Characters that asy reads only in strings and comments, though they look as if they belonged to the program: from a
 * text processor, a PDF, or a keyboard set to another script.
 */

const INSTEAD: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '"': '“”„‟«»″',
    "'": '‘’‚‛‹›′',
    '-': '−–—‐‑‒―',
    '*': '×·⋅∗',
    '/': '÷∕⁄',
    '<=': '≤⩽',
    '>=': '≥⩾',
    '!=': '≠',
    '->': '→',
    '...': '…',
    '^2': '²',
    '^3': '³',
    sqrt: '√',
    pi: 'π',
  }).flatMap(([instead, characters]) => [...characters].map((character): [string, string] => [character, instead])),
);

/** Nothing of them can be seen. */
const INVISIBLE = /^[\p{Z}\p{C}\p{M}]$/u;
const SPACE = /^\p{Zs}$/u;
/** As wide as a Chinese character. */
const WIDE = /^[\uff01-\uff5e]$/u;
const ASCII = /^[\x20-\x7e]$/;

/** Undefined if the character is none to wonder about. */
export function invalidCharacter(character: string): Explanation | undefined {
  if (character === '' || ASCII.test(character)) return undefined;
  const instead = INSTEAD.get(character) ?? (WIDE.test(character) ? character.normalize('NFKC') : undefined);
  if (instead !== undefined) return explain('invalidCharacterInstead', { character, instead });
  if (!INVISIBLE.test(character)) return explain('invalidCharacter', { character });
  const name = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return explain(SPACE.test(character) ? 'invalidSpace' : 'invisibleCharacter', { name });
}
