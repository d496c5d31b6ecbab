/** Runs something later. Returns what cancels it. */
export function after(milliseconds: number, act: () => void): () => void {
  const timer = setTimeout(act, milliseconds);
  return () => clearTimeout(timer);
}
