/** Lines and columns of offsets in a text, found without reading the text again for each. */
export class LinePositions {
  private readonly starts: number[] = [0];

  constructor(text: string) {
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) this.starts.push(end + 1);
  }

  /** Both from 1; the column in UTF-16 units. */
  of(offset: number): { readonly line: number; readonly column: number } {
    let [low, high] = [0, this.starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (this.starts[low] ?? 0) + 1 };
  }
}
