/** A part of the state. Whoever holds it can change nothing else. */
export interface Slice<Own> {
  getState(): Own;
  setState(change: Partial<Own>): void;
}
