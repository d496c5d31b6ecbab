/** The smallest single replacement that turns one text into another, so that cursors elsewhere stay where they are. */
interface MinimalEdit {
  /** Offsets in the text before. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export function minimalEdit(before: string, after: string): MinimalEdit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from: start, to: before.length - end, text: after.slice(start, after.length - end) };
}
