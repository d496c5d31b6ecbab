import { xmlText } from '@/core/xml';
import type { ProblemDocument } from './problemDocument';

/**
 * An error as a picture (docs/render-api.md, 6): where a page shows pictures, nobody reads anything else. Its size does
 * not depend on the error, so that a page does not jump.
 */

const WIDTH = 480;
const PADDING = 16;
const LINE_HEIGHT = 18;
/** Characters of the monospaced text that fit beside each other. */
const COLUMNS = 58;
const MAX_LINES = 7;

export function errorPicture({ title, detail, problems }: ProblemDocument): string {
  const rows = problems.length === 0 ? [detail] : problems.map(rowOf);
  const lines = rows.flatMap((row) => wrapped(row));
  const shown = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES - 1), '…'] : lines;
  const height = 2 * PADDING + (MAX_LINES + 1.5) * LINE_HEIGHT;
  const texts = shown.map(
    (line, i) =>
      `<text x="${PADDING}" y="${PADDING + (i + 2.5) * LINE_HEIGHT}" font-family="monospace" font-size="13" fill="#3a3a3a" xml:space="preserve">${xmlText(line)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img">`,
    `<title>${xmlText(title)}</title>`,
    `<rect x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="6" fill="#fff7f5" stroke="#c4432b"/>`,
    `<text x="${PADDING}" y="${PADDING + LINE_HEIGHT * 0.8}" font-family="sans-serif" font-size="15" font-weight="600" fill="#9c2f1b">${xmlText(title)}</text>`,
    ...texts,
    '</svg>\n',
  ].join('\n');
}

function rowOf({ file, line, column, message }: ProblemDocument['problems'][number]): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return place === '' ? message : `${place}: ${message}`;
}

function wrapped(text: string): string[] {
  const characters = [...text];
  const lines: string[] = [];
  for (let at = 0; at < characters.length; at += COLUMNS) lines.push(characters.slice(at, at + COLUMNS).join(''));
  return lines;
}
