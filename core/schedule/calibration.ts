/**
 * How good the estimates were (docs/queue.md, 15): recent pairs of what was told and what came.
 *
 * "Good" is within 2 s or 25 % of the actual wait, whichever is more. The bound should hold for 90 %: markedly less
 * means that waits are longer than told, markedly more that the bound is timid.
 */
export interface WaitPair {
  readonly estimateSeconds: number;
  readonly upperSeconds: number;
  readonly actualSeconds: number;
}

export interface CalibrationSummary {
  readonly pairs: number;
  readonly meanWaitSeconds: number;
  readonly meanErrorSeconds: number;
  /** Mean error by mean wait. */
  readonly relativeError: number;
  /** Share within max(2 s, 25 %). */
  readonly goodShare: number;
  /** Share of waits at or below their upper bound. */
  readonly boundShare: number;
}

const GOOD_SECONDS = 2;
const GOOD_SHARE = 0.25;

export class Calibration {
  private readonly pairs: WaitPair[] = [];
  private oldest = 0;

  constructor(private readonly maxPairs: number) {}

  record(pair: WaitPair): void {
    if (this.pairs.length < this.maxPairs) this.pairs.push(pair);
    else {
      this.pairs[this.oldest] = pair;
      this.oldest = (this.oldest + 1) % this.maxPairs;
    }
  }

  /** Undefined while nothing was recorded. */
  summary(): CalibrationSummary | undefined {
    const { pairs } = this;
    if (pairs.length === 0) return undefined;
    const mean = (of: (pair: WaitPair) => number): number =>
      pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length;
    const meanWaitSeconds = mean((pair) => pair.actualSeconds);
    const meanErrorSeconds = mean(errorSeconds);
    return {
      pairs: pairs.length,
      meanWaitSeconds,
      meanErrorSeconds,
      relativeError: meanWaitSeconds > 0 ? meanErrorSeconds / meanWaitSeconds : 0,
      goodShare: mean((pair) => (isGood(pair) ? 1 : 0)),
      boundShare: mean((pair) => (pair.actualSeconds <= pair.upperSeconds ? 1 : 0)),
    };
  }
}

function errorSeconds({ estimateSeconds, actualSeconds }: WaitPair): number {
  return Math.abs(estimateSeconds - actualSeconds);
}

function isGood(pair: WaitPair): boolean {
  return errorSeconds(pair) <= Math.max(GOOD_SECONDS, GOOD_SHARE * pair.actualSeconds);
}
