/** `code` as lines of its own after the line that the offset `at` is in. */
export function withInsertion(text: string, at: number, code: string): string {
  const lineEnd = text.indexOf('\n', at);
  const end = lineEnd < 0 ? text.length : lineEnd;
  const line = text.slice(text.lastIndexOf('\n', end - 1) + 1, end);
  const lead = line.trim() === '' ? '' : '\n';
  return `${text.slice(0, end)}${lead}${code}${text.slice(end)}`;
}
