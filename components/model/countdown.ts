/**
 * The seconds that a waiting person sees. Each second brings a new estimate, a little longer or shorter than the last; the
 * countdown takes such a difference up by going slower or faster for a while, and never goes up for it. Only an estimate
 * that is far off is taken over at once: then something has happened, and to hide it would be no kindness.
 */
export interface Countdown {
  /** When this estimate came. */
  readonly heardAt: number;
  readonly estimateSeconds: number;
  /** What was shown at that moment. */
  readonly shownSeconds: number;
}

const FAR_SECONDS = 2;
const FAR_SHARE = 0.25;
/** Seconds shown for each that passes. */
const SLOW_PACE = 0.5;
const FAST_PACE = 1.5;

export function countDown(before: Countdown | undefined, estimateSeconds: number, now: number): Countdown {
  const shown = before && secondsLeft(before, now);
  const isFar =
    shown === undefined || Math.abs(shown - estimateSeconds) > Math.max(FAR_SECONDS, FAR_SHARE * estimateSeconds);
  return { heardAt: now, estimateSeconds, shownSeconds: isFar ? estimateSeconds : shown };
}

/** Not below zero. */
export function secondsLeft({ heardAt, estimateSeconds, shownSeconds }: Countdown, now: number): number {
  // A screen that ticks may still be at a moment before the estimate came.
  const passed = Math.max(0, now - heardAt) / 1000;
  const target = estimateSeconds - passed;
  const left =
    shownSeconds <= estimateSeconds
      ? Math.min(target, shownSeconds - SLOW_PACE * passed)
      : Math.max(target, shownSeconds - FAST_PACE * passed);
  return Math.max(0, left);
}
