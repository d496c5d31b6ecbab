/**
 * A picture in a form that is equal for equal pictures.
 *
 * dvisvgm lists the shapes of letters in the order of the memory addresses it got for their fonts, which says nothing and
 * differs with everything else that is in memory. asy writes the time into an eps.
 */
export function canonicalPicture(format: string, bytes: Uint8Array): Uint8Array {
  if (format === 'svg') return changed(bytes, /(?<=<defs>\n)[^]*?(?=<\/defs>)/g, sortLines);
  if (format === 'eps') return changed(bytes, /^%%CreationDate: .*$/gm, () => '%%CreationDate:');
  return bytes;
}

function changed(bytes: Uint8Array, part: RegExp, change: (text: string) => string): Uint8Array {
  // Every byte is a character and back.
  return Buffer.from(Buffer.from(bytes).toString('latin1').replace(part, change), 'latin1');
}

function sortLines(text: string): string {
  return text.split('\n').sort().join('\n');
}
