import { parseErrorLines } from '@/core/diagnostics/errorLines';
import { DIAGNOSIS_LIMITS } from '@/core/limits';

/**
 * What a shell has taken, to be said again to the next one. Lines belong to a statement until the shell prompts for a
 * new one; then the statement is kept, unless it was wrong or interrupted. One that never came to its end is not kept.
 */

export const PROMPT = '> ';
export const CONTINUATION = '.. ';

export class AcceptedInput {
  private accepted: string[] = [];
  private statement: string[] = [];
  private said = '';
  private isInterrupted = false;

  get lines(): readonly string[] {
    return this.accepted;
  }

  sent(line: string): void {
    this.statement.push(line);
  }

  interrupted(): void {
    this.isInterrupted = true;
  }

  /** What the shell said since the last line. */
  heard(text: string): void {
    // The end tells whether it waits; of what came before, more than fits on many screens is not looked at.
    this.said = (this.said + text).slice(-DIAGNOSIS_LIMITS.maxOutputUnits);
    if (!this.said.endsWith(PROMPT)) return;
    if (!this.isInterrupted && parseErrorLines(this.said).length === 0) this.accepted.push(...this.statement);
    this.statement = [];
    this.said = '';
    this.isInterrupted = false;
  }

  /** Another shell begins. */
  forget(): void {
    this.accepted = [];
    this.statement = [];
    this.said = '';
    this.isInterrupted = false;
  }
}
