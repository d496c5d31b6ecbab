/** XML has no way at all to write most control characters and halves of surrogate pairs. */
export function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
