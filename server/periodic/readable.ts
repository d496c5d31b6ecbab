import { isUtf8 } from 'node:buffer';

/**
 * A func or a name as people read it. Both are bytes of a client's choice, kept one character a byte; most are UTF-8.
 * What cannot be shown, or would show something else than it is, stands there as its number.
 */
export function readable(byteText: string): string {
  const bytes = Buffer.from(byteText, 'latin1');
  if (isUtf8(bytes)) return bytes.toString('utf8').replace(/[\p{C}\u2028\u2029]/gu, escape);
  return byteText.replace(/[^\x20-\x7e]/g, escape);
}

function escape(character: string): string {
  return `\\x${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`;
}
