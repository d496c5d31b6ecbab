/**
 * Draws prompt and line over what was drawn of them before. Rows are those of the screen: a long line takes several.
 * Characters that take two cells are counted as such where Unicode says so.
 */

interface LineLook {
  /** What stands before the line on its row. */
  readonly prompt: string;
  readonly text: string;
  /** UTF-16, in the text. */
  readonly cursor: number;
}

export interface Drawing {
  readonly sequence: string;
  /** How far below the first row of the prompt the cursor is left. */
  readonly cursorRow: number;
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/u;

export function cells(text: string): number {
  return [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0);
}

/** `cursorRow`: where the drawing before left the cursor. */
export function drawLine({ prompt, text, cursor }: LineLook, cursorRow: number, columns: number): Drawing {
  const total = cells(prompt) + cells(text);
  const at = cells(prompt) + cells(text.slice(0, cursor));
  // A row that is just full leaves the cursor on it; a space takes it to the next.
  const fill = total > 0 && total % columns === 0 ? ' \r' : '';
  const row = Math.floor(at / columns);
  const sequence =
    eraseLine(cursorRow) + prompt + text + fill + up(Math.floor(total / columns) - row) + '\r' + right(at % columns);
  return { sequence, cursorRow: row };
}

export function eraseLine(cursorRow: number): string {
  return `${up(cursorRow)}\r\x1b[J`;
}

function up(rows: number): string {
  return rows > 0 ? `\x1b[${rows}A` : '';
}

function right(columns: number): string {
  return columns > 0 ? `\x1b[${columns}C` : '';
}
