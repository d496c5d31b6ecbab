/**
 * Whether the time of a parser grows with its input, or faster. Inputs are made of a piece that is repeated, and double
 * until they are large; a parser that takes more than its share is measured again before it is accused, since others use
 * the machine too.
 */

export interface Shape {
  readonly head: string;
  readonly piece: string;
  readonly tail: string;
}

const SMALLEST_UNITS = 64;
const LARGEST_UNITS = 48 * 1024;
/** Over three doublings, so that a linear parser takes 8 times as long and a quadratic one 64 times. */
const DOUBLINGS = 3;
const MOST_GROWTH = 26;
/** Shorter times say nothing about growth: a collection of garbage takes as long. A quadratic parser needs far more. */
const LEAST_MS = 60;
const ATTEMPTS = 7;

/** Undefined: it is linear. Otherwise what was seen. */
export function growthProblem(parse: (text: string) => unknown, shape: Shape): string | undefined {
  const times: number[] = [];
  for (let units = SMALLEST_UNITS; units <= LARGEST_UNITS; units *= 2) {
    times.push(measure(parse, grown(shape, units), 1));
    const problem = judge(times, units);
    if (problem === undefined) continue;
    // Noise is not there each time, and a better look takes the best of several.
    const again = [units >> DOUBLINGS, units].map((size) => measure(parse, grown(shape, size), ATTEMPTS));
    const [small = 0, large = 0] = again;
    if (large >= LEAST_MS && large > small * MOST_GROWTH) return problem;
  }
  return undefined;
}

function judge(times: readonly number[], units: number): string | undefined {
  const [small, large = 0] = [times.at(-1 - DOUBLINGS), times.at(-1)];
  if (small === undefined || large < LEAST_MS || large <= small * MOST_GROWTH) return undefined;
  return `${small.toFixed(1)} ms for ${units >> DOUBLINGS} units, ${large.toFixed(1)} ms for ${units}`;
}

function grown({ head, piece, tail }: Shape, units: number): string {
  return head + piece.repeat(Math.max(1, Math.floor((units - head.length - tail.length) / piece.length))) + tail;
}

function measure(parse: (text: string) => unknown, text: string, attempts: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const started = performance.now();
    parse(text);
    best = Math.min(best, performance.now() - started);
  }
  return best;
}
