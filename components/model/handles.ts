import { withPairs, type LiteralPair } from '@/core/language/literalPairs';
import type { Point } from './view';

/**
 * Which points of a picture can be dragged, found out by trying: the program runs once as it is, and four times with
 * numbers of its pairs a little off (`trials`). A point that moves with one pair, and twice as far when that one is twice
 * as far off, can be dragged by rewriting that pair, whatever shifts and scales lie between them.
 *
 * In the runs with the large step each pair has a step of its own, so that how far a point moved tells which pair moved
 * it. A point that moves by no pair's step alone is computed from several; of two, it can be told which.
 */

export interface Handle {
  /** Index of the pair. */
  readonly pair: number;
  /** Where it is, in the drawing's units. */
  readonly at: Point;
  /** What one unit of the pair's numbers does to it. */
  readonly byX: Point;
  readonly byY: Point;
}

export interface ComputedPoint {
  readonly at: Point;
  /** Indices of the pairs it comes from; none if that could not be told. */
  readonly pairs: readonly number[];
}

export interface Handles {
  readonly handles: readonly Handle[];
  readonly computed: readonly ComputedPoint[];
}

export interface FoundHandles extends Handles {
  /** Which state of the code they belong to. */
  readonly revision: number;
  readonly pairs: readonly LiteralPair[];
}

/** Of the largest number in any pair. */
const SMALL_SHARE = 1e-4;
/** The large steps, as multiples of the small one: a different one for each pair, and in another order for y. */
const FIRST_RATIO = 40;
const RATIO_STEP = 0.05;
const REORDER = 83;
const REORDER_MODULUS = 211;
const TOLERANCE = 1e-5;
/** Nodes of a circle and the like: its centre is what one takes hold of. */
const MAX_PLACES = 2;

const ratioX = (index: number) => FIRST_RATIO + RATIO_STEP * index;
const ratioY = (index: number) => FIRST_RATIO + RATIO_STEP * ((index * REORDER) % REORDER_MODULUS);

function smallStep(pairs: readonly LiteralPair[]): number {
  const largest = Math.max(0, ...pairs.flatMap(({ x, y }) => [Math.abs(x.value), Math.abs(y.value)]));
  return SMALL_SHARE * (largest || 1);
}

/** The programs to be run besides the one as it is: x and y with the small step, then both with the large ones. */
export function trials(code: string, pairs: readonly LiteralPair[]): string[] {
  const step = smallStep(pairs);
  const off = (x: (index: number) => number, y: (index: number) => number) =>
    withPairs(code, pairs, (pair, index) => [`${pair.x.value + step * x(index)}`, `${pair.y.value + step * y(index)}`]);
  const [none, one] = [() => 0, () => 1];
  return [off(one, none), off(none, one), off(ratioX, none), off(none, ratioY)];
}

interface Motion {
  readonly at: Point;
  /** For a step of one, of all pairs together. */
  readonly byX: Point;
  readonly byY: Point;
  /** How much farther it went with the large steps; undefined if it did not go the same way, or not at all. */
  readonly ratioX: number | undefined;
  readonly ratioY: number | undefined;
}

/** `runs`: the points of the program as it is, and of the trials. Nothing where they do not correspond. */
export function findHandles(pairs: readonly LiteralPair[], runs: readonly (readonly Point[])[]): Handles {
  const motions = distinct(motionsOf(runs, smallStep(pairs)));
  const single = motions.map((motion) => ({ motion, pair: pairOf(motion, pairs.length) }));
  const handles = pairs.flatMap((pair, index) =>
    placesOf(
      pair,
      single.flatMap((one) => (one.pair === index ? [one.motion] : [])),
    ).map((place) => ({ pair: index, ...place })),
  );
  const isHeld = ({ at }: Motion) => handles.some((handle) => isSame(handle.at, at, TOLERANCE));
  const computed = single.flatMap(({ motion, pair }) =>
    pair === undefined && !isHeld(motion) ? [{ at: motion.at, pairs: twoPairsOf(motion, pairs.length) }] : [],
  );
  return { handles, computed };
}

function motionsOf(runs: readonly (readonly Point[])[], step: number): Motion[] {
  const [base = [], x = [], y = [], farX = [], farY = []] = runs;
  if ([x, y, farX, farY].some((run) => run.length !== base.length)) return [];
  return base.flatMap((at, i) => {
    const way = (run: readonly Point[]) => minus(run[i] ?? at, at, step);
    const [byX, byY] = [way(x), way(y)];
    if (length(byX) < TOLERANCE && length(byY) < TOLERANCE) return [];
    return [{ at, byX, byY, ratioX: ratio(way(farX), byX), ratioY: ratio(way(farY), byY) }];
  });
}

/** The pair that alone moves it, in a straight line. */
function pairOf({ byX, byY, ratioX: x, ratioY: y }: Motion, count: number): number | undefined {
  if (x === undefined || y === undefined) return undefined;
  const index = Math.round((x - FIRST_RATIO) / RATIO_STEP);
  const fits = Math.abs(ratioX(index) - x) < TOLERANCE * x && Math.abs(ratioY(index) - y) < TOLERANCE * y;
  const turns = byX.x * byY.y - byX.y * byY.x;
  return index >= 0 && index < count && fits && Math.abs(turns) > TOLERANCE ? index : undefined;
}

/**
 * Where a pair is taken hold of: at what it places. What has a centre of its own, such as a circle, or many places, is
 * held where the pair itself says, if the pair is in the drawing's units.
 */
function placesOf(pair: LiteralPair, motions: readonly Motion[]): Omit<Handle, 'pair'>[] {
  const own = { x: pair.x.value, y: pair.y.value };
  const isDirect = motions.some(
    ({ byX, byY }) => isSame(byX, { x: 1, y: 0 }, TOLERANCE) && isSame(byY, { x: 0, y: 1 }, TOLERANCE),
  );
  const isThere = motions.some(({ at }) => isSame(at, own, TOLERANCE));
  if (isDirect && (isThere || motions.length > MAX_PLACES))
    return [{ at: own, byX: { x: 1, y: 0 }, byY: { x: 0, y: 1 } }];
  return motions.slice(0, MAX_PLACES).map(({ at, byX, byY }) => ({ at, byX, byY }));
}

/** Two pairs, each with a share of its own, that together move it as far as it went. */
function twoPairsOf({ byX, byY, ratioX: farX, ratioY: farY }: Motion, count: number): readonly number[] {
  const isEven = Math.abs(byX.x - byY.y) < TOLERANCE && Math.abs(byX.y) + Math.abs(byY.x) < TOLERANCE;
  if (!isEven || farX === undefined || farY === undefined) return [];
  for (let one = 0; one < count; one += 1)
    for (let other = one + 1; other < count; other += 1) {
      // part * ratioX(one) + (1 - part) * ratioX(other) = farX
      const part = (farX - ratioX(other)) / (ratioX(one) - ratioX(other));
      const isShare = Math.abs(part) > TOLERANCE && Math.abs(1 - part) > TOLERANCE && Math.abs(part) < FIRST_RATIO;
      if (isShare && Math.abs(part * ratioY(one) + (1 - part) * ratioY(other) - farY) < TOLERANCE * farY)
        return [one, other];
    }
  return [];
}

/** What the pair's numbers have to become for the point to be `by` farther, in the drawing's units. */
export function pulledBy({ byX, byY }: Handle, by: Point): Point {
  const turns = byX.x * byY.y - byX.y * byY.x;
  return { x: (by.x * byY.y - by.y * byY.x) / turns, y: (by.y * byX.x - by.x * byX.y) / turns };
}

function distinct(motions: readonly Motion[]): Motion[] {
  const seen = new Set<string>();
  return motions.filter(({ at, byX, byY }) => {
    const key = [at, byX, byY].map(({ x, y }) => `${x.toPrecision(9)} ${y.toPrecision(9)}`).join(' ');
    return !seen.has(key) && seen.add(key);
  });
}

function minus(a: Point, b: Point, step: number): Point {
  return { x: (a.x - b.x) / step, y: (a.y - b.y) / step };
}

function ratio(far: Point, near: Point): number | undefined {
  const square = near.x * near.x + near.y * near.y;
  if (square < TOLERANCE * TOLERANCE) return undefined;
  const factor = (far.x * near.x + far.y * near.y) / square;
  const isStraight = isSame(far, { x: near.x * factor, y: near.y * factor }, TOLERANCE * FIRST_RATIO);
  return isStraight ? factor : undefined;
}

function length({ x, y }: Point): number {
  return Math.hypot(x, y);
}

function isSame(a: Point, b: Point, tolerance: number): boolean {
  const most = tolerance * Math.max(1, length(a), length(b));
  return Math.abs(a.x - b.x) <= most && Math.abs(a.y - b.y) <= most;
}
