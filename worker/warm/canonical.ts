/**
 * A picture in a form that is equal for equal pictures.
 *
 * dvisvgm lists the shapes of letters in the order of the memory addresses it got for their fonts, which says nothing and
 * differs with everything else that is in memory. asy and dvips write the time into an eps.
 *
 * The text is a program's own: it is gone through once, whatever stands in it.
 */
export function canonicalPicture(format: string, bytes: Uint8Array): Uint8Array {
  if (format === 'svg') return changed(bytes, '<defs>\n', '</defs>', sortLines);
  if (format === 'eps') return TIMES.reduce((text, begin) => changed(text, begin, '\n', () => ''), bytes);
  return bytes;
}

const TIMES = ['\n%%CreationDate:', '\n%DVIPSSource:'];

/** Changes what stands between each `begin` and the first `end` after it. */
function changed(bytes: Uint8Array, begin: string, end: string, change: (text: string) => string): Uint8Array {
  // Every byte is a character and back.
  const text = Buffer.from(bytes).toString('latin1');
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const from = text.indexOf(begin, at);
    const to = from < 0 ? -1 : text.indexOf(end, from + begin.length);
    if (to < 0) break;
    parts.push(text.slice(at, from + begin.length), change(text.slice(from + begin.length, to)));
    at = to;
  }
  return Buffer.from([...parts, text.slice(at)].join(''), 'latin1');
}

function sortLines(text: string): string {
  return text.split('\n').sort().join('\n');
}
