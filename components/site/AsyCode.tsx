import { CONSTANTS, KEYWORDS, TYPES } from '@/core/language/asyKeywords';
import { segmentsOf } from '@/core/language/segments';

const WORD = /([\p{L}_][\p{L}\p{N}_]*)|(\d[\w.]*)/gu;
const LONGEST = 64 * 1024;

const COLORS: ReadonlyMap<string, string> = new Map([
  ...KEYWORDS.map((word) => [word, 'var(--code-keyword)'] as const),
  ...TYPES.map((word) => [word, 'var(--code-type)'] as const),
  ...CONSTANTS.map((word) => [word, 'var(--code-type)'] as const),
]);

/** A program to read, in the colours of the editor. A very long one is plain. */
export function AsyCode({ code }: { readonly code: string }) {
  if (code.length > LONGEST) return code;
  return segmentsOf(code).map(({ kind, from, to }) => {
    const text = code.slice(from, to);
    if (kind === 'code') return <Words key={from} text={text} />;
    return (
      <span key={from} style={{ color: `var(--code-${kind})` }}>
        {text}
      </span>
    );
  });
}

function Words({ text }: { readonly text: string }) {
  const parts = [];
  let at = 0;
  for (const found of text.matchAll(WORD)) {
    const [word, name] = found;
    const color = name === undefined ? 'var(--code-number)' : COLORS.get(name);
    if (color === undefined) continue;
    parts.push(
      text.slice(at, found.index),
      <span key={found.index} style={{ color }}>
        {word}
      </span>,
    );
    at = found.index + word.length;
  }
  return [...parts, text.slice(at)];
}
