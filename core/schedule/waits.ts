/** The imagined waits of one pass over the queue, in seconds: a row for each waiting task, a column for each draw. */
export class Waits {
  private readonly seconds: Float64Array;

  constructor(
    rows: number,
    private readonly draws: number,
  ) {
    // Whoever does not start in a draw waits for ever in it.
    this.seconds = new Float64Array(rows * draws).fill(Infinity);
  }

  set(row: number, draw: number, seconds: number): void {
    this.seconds[row * this.draws + draw] = seconds;
  }

  /** The values that one more draw would stay below with these probabilities; undefined for one without an end. */
  quantiles(row: number, shares: readonly number[]): (number | undefined)[] {
    const sorted = this.seconds.subarray(row * this.draws, (row + 1) * this.draws).sort();
    return shares.map((share) => quantile(sorted, share));
  }
}

function quantile(sorted: Float64Array, share: number): number | undefined {
  const place = Math.min(Math.max(share * (sorted.length + 1) - 1, 0), sorted.length - 1);
  const low = sorted[Math.floor(place)];
  const high = sorted[Math.ceil(place)];
  if (low === undefined || high === undefined || high === Infinity) return undefined;
  return low + (high - low) * (place - Math.floor(place));
}
