import { colored } from './formats';
import type { LineState } from './lineEditor';
import { drawLine, eraseLine } from './lineView';

/**
 * What the screen shows of a shell: its output, and below it the line that is being typed, which is taken away and drawn
 * again whenever something is said. Whole lines are also told as plain text.
 */

export interface ShellScreen {
  columns(): number;
  write(text: string): void;
}

/** Far longer than a prompt, or than anything that a program asks. */
const MAX_TAIL_UNITS = 4096;
const CLEAR = '\x1b[H\x1b[2J\x1b[3J';

export class ShellDisplay {
  /** The last line of the output, while it has no end: mostly the prompt. It stands before the line. */
  private shownTail = '';
  private cursorRow = 0;

  constructor(
    private readonly screen: ShellScreen,
    private readonly said: (line: string) => void,
  ) {}

  get tail(): string {
    return this.shownTail;
  }

  /** Called after each of the others: they leave the screen without the line. */
  draw(line: LineState): void {
    const { sequence, cursorRow } = this.drawing(line, this.cursorRow);
    this.cursorRow = cursorRow;
    this.screen.write(sequence);
  }

  print(output: string): void {
    const lines = (this.shownTail + output).split('\n');
    this.shownTail = lines.pop() ?? '';
    // It is drawn again with each key: a longer one is shown as a line of its own.
    if (this.shownTail.length > MAX_TAIL_UNITS) {
      lines.push(this.shownTail);
      this.shownTail = '';
    }
    this.writeLines(lines.map(colored));
    lines.forEach((line) => this.said(line));
  }

  /** Leaves prompt and text where they are, and goes below. Nothing is left of an empty row. */
  leave(text: string): void {
    const whole = this.shownTail + text;
    this.writeLines(whole === '' ? [] : [whole]);
    if (whole !== '') this.said(whole);
  }

  /** The shell is busy with what was entered, or gone. */
  dropTail(): void {
    this.shownTail = '';
  }

  /** Words of our own, in colour, or a list. */
  tell(lines: readonly string[], isColored: boolean): void {
    this.writeLines(lines.map((line) => (isColored ? `\x1b[33m${line}\x1b[0m` : line)));
    lines.forEach((line) => this.said(line));
  }

  clear(): void {
    this.screen.write(CLEAR);
    this.cursorRow = 0;
  }

  /** The screen has other columns now. */
  resized(line: LineState): void {
    this.cursorRow = this.drawing(line, 0).cursorRow;
  }

  private drawing({ text, cursor }: LineState, cursorRow: number) {
    return drawLine({ prompt: this.shownTail, text, cursor }, cursorRow, this.screen.columns());
  }

  private writeLines(lines: readonly string[]): void {
    this.screen.write(eraseLine(this.cursorRow) + lines.map((line) => `${line}\r\n`).join(''));
    this.cursorRow = 0;
  }
}
