/** Colours as an address can carry them: six or three hexadecimal digits, with `#` or without, or one of a few names. */

const NAMED: Readonly<Record<string, string>> = {
  white: 'ffffff',
  black: '000000',
  gray: '808080',
  red: 'ff0000',
  green: '00ff00',
  blue: '0000ff',
  yellow: 'ffff00',
  cyan: '00ffff',
  magenta: 'ff00ff',
};

export const COLOUR_NAMES = `a colour: six or three hexadecimal digits, or one of ${Object.keys(NAMED).join(', ')}`;

/** Six hexadecimal digits in lower case; undefined for anything else. */
export function parseColour(text: string): string | undefined {
  const word = text.toLowerCase();
  if (Object.hasOwn(NAMED, word)) return NAMED[word];
  const digits = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/.exec(word)?.[1];
  return digits?.length === 3 ? digits.replace(/./g, '$&$&') : digits;
}
