import { parseErrorLines } from '@/core/diagnostics/errorLines';

/**
 * What a shell has taken, to be said again to the next one. Lines belong to a statement until the shell prompts for a
 * new one; then the statement is kept, unless it was wrong or interrupted. One that never came to its end is not kept.
 */

export const PROMPT = '> ';
export const CONTINUATION = '.. ';

export class AcceptedInput {
  #lines: string[] = [];
  #statement: string[] = [];
  #said = '';
  #isInterrupted = false;

  get lines(): readonly string[] {
    return this.#lines;
  }

  sent(line: string): void {
    this.#statement.push(line);
  }

  interrupted(): void {
    this.#isInterrupted = true;
  }

  /** What the shell said since the last line. */
  heard(text: string): void {
    this.#said += text;
    if (!this.#said.endsWith(PROMPT)) return;
    if (!this.#isInterrupted && parseErrorLines(this.#said).length === 0) this.#lines.push(...this.#statement);
    this.#statement = [];
    this.#said = '';
    this.#isInterrupted = false;
  }

  /** Another shell begins. */
  forget(): void {
    this.#lines = [];
    this.#statement = [];
    this.#said = '';
    this.#isInterrupted = false;
  }
}
