import { translatorOf } from '@/components/lib/translator';
import { parseErrorLines } from '@/core/diagnostics/errorLines';

const RED = '\x1b[31m';
const YELLOW = '\x1b[33m';
const PLAIN = '\x1b[0m';

/** asy's errors and warnings stand out. */
export function colored(line: string): string {
  const [found] = parseErrorLines(line);
  if (found !== undefined) return `${found.severity === 'error' ? RED : YELLOW}${line}${PLAIN}`;
  return line.startsWith('error: ') ? `${RED}${line}${PLAIN}` : line;
}

const MAX_ROWS = 6;

/** Words side by side, as many as fit; how many more there are, if there are. */
export function columnsOf(words: readonly string[], columns: number): string[] {
  const width = Math.max(...words.map((word) => word.length)) + 2;
  const perRow = Math.max(1, Math.floor(columns / width));
  const rows: string[] = [];
  for (let at = 0; at < words.length && rows.length < MAX_ROWS; at += perRow) {
    const row = words.slice(at, at + perRow);
    rows.push(
      row
        .map((word) => word.padEnd(width))
        .join('')
        .trimEnd(),
    );
  }
  const hidden = words.length - rows.length * perRow;
  return hidden > 0 ? [...rows, translatorOf('terminal')('andMore', { count: hidden })] : rows;
}
