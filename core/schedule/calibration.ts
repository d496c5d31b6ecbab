/**
 * How good the estimates were (docs/queue.md, 15): recent pairs of what was told and what came.
 *
 * "Good" is within 2 s or 25 % of the actual wait, whichever is more. The bound should hold for 90 %: markedly less
 * means that waits are longer than told, markedly more that the bound is timid.
 */
interface WaitPair {
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

/** Of the waits, so many may end before the lower bound, and so many end before the upper one. */
export const LOWER_SHARE = 0.05;
export const UPPER_SHARE = 0.9;

/**
 * Keeps a bound honest, whatever the estimator does not know of (a busy machine, new kinds of figures, people who give up):
 * by how much recent waits of a class differed from the bound that was worked out for them. The bound times that factor
 * would have been where this share of them ended.
 *
 * Each wait is compared as a ratio, with a second added to both sides, so that bounds near nothing do not decide. With few
 * waits to go by the bound is simply told wider.
 */
export class BoundScale {
  private readonly ratios: number[] = [];
  private oldest = 0;

  constructor(private readonly share: number) {}

  record(boundSeconds: number, actualSeconds: number): void {
    const ratio = (actualSeconds + SLACK_SECONDS) / (boundSeconds + SLACK_SECONDS);
    if (this.ratios.length < SCALE_PAIRS) this.ratios.push(ratio);
    else {
      this.ratios[this.oldest] = ratio;
      this.oldest = (this.oldest + 1) % SCALE_PAIRS;
    }
  }

  get factor(): number {
    const { ratios, share } = this;
    const isUpper = share > 0.5;
    // Where one more wait would be with this share; it needs this many to be told at all.
    const exact = share * (ratios.length + 1);
    const place = (isUpper ? Math.ceil(exact) : Math.floor(exact)) - 1;
    const found = [...ratios].sort((one, other) => one - other)[place];
    return Math.min(MOST_FACTOR, Math.max(LEAST_FACTOR, found ?? (isUpper ? UNKNOWN_FACTOR : 1 / UNKNOWN_FACTOR)));
  }

  /** Never on the other side of the estimate, nor before now. */
  apply(estimateSeconds: number, boundSeconds: number): number {
    const scaled = (boundSeconds + SLACK_SECONDS) * this.factor - SLACK_SECONDS;
    return this.share > 0.5 ? Math.max(estimateSeconds, scaled) : Math.max(0, Math.min(estimateSeconds, scaled));
  }
}

const SLACK_SECONDS = 1;
const SCALE_PAIRS = 200;
const UNKNOWN_FACTOR = 1.5;
const LEAST_FACTOR = 0.5;
const MOST_FACTOR = 5;
