import type { LiteralPair } from '@/core/language/literalPairs';
import type { Motion } from './trials';
import type { Point } from './view';

/** Which points of a picture can be dragged by rewriting a pair in the code, and where one takes hold of them. */

/** By which one pair is dragged; `pair` is its index. */
export type Handle = Motion;

interface ComputedPoint {
  readonly at: Point;
  /** Indices of the pairs it comes from. */
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

const TOLERANCE = 1e-5;
const ONE = { x: 1, y: 0 } as const;
const UP = { x: 0, y: 1 } as const;
/** Nodes of a circle and the like: its centre is what one takes hold of. */
const MAX_PLACES = 2;

export function findHandles(pairs: readonly LiteralPair[], motions: readonly Motion[]): Handles {
  const movers = new Map<number, Motion[]>();
  for (const motion of motions) {
    const own = movers.get(motion.point);
    if (own) own.push(motion);
    else movers.set(motion.point, [motion]);
  }
  const isShared = ({ point }: Motion) => (movers.get(point)?.length ?? 0) > 1;
  const handles = pairs.flatMap((pair, index) =>
    placesOf(
      pair,
      motions.filter((motion) => motion.pair === index),
      isShared,
    ),
  );
  const held = new Set(handles.map(({ at }) => keyOf(at)));
  const computed = distinct([...movers.values()].flatMap((own) => (own.length > 1 ? own.slice(0, 1) : [])))
    .filter(({ at }) => !held.has(keyOf(at)))
    .map(({ at, point }) => ({ at, pairs: (movers.get(point) ?? []).map(({ pair }) => pair) }));
  return { handles, computed };
}

/**
 * Where a pair is taken hold of:
 * - a pair in the drawing's units where it says itself, if it places something there, or many things around;
 * - else at what it alone places;
 * - else at what it places together with others, such as a point that is so far from another.
 * A point without a handle that depends on several pairs, such as a middle, is computed.
 */
function placesOf(pair: LiteralPair, motions: readonly Motion[], isShared: (motion: Motion) => boolean): Handle[] {
  const able = motions.filter((motion) => Math.abs(turnsOf(motion)) > TOLERANCE);
  const own = { x: pair.x.value, y: pair.y.value };
  const direct = able.filter(({ byX, byY }) => isSame(byX, ONE) && isSame(byY, UP));
  const [first] = direct;
  if (first && (distinct(direct).length > MAX_PLACES || direct.some(({ at }) => isSame(at, own))))
    return [{ ...first, at: own }];
  const alone = able.filter((motion) => !isShared(motion));
  return distinct(alone.length > 0 ? alone : able).slice(0, MAX_PLACES);
}

/** What the pair's numbers have to become for the point to be `by` farther, in the drawing's units. */
export function pulledBy(handle: Handle, by: Point): Point {
  const { byX, byY } = handle;
  const turns = turnsOf(handle);
  return { x: (by.x * byY.y - by.y * byY.x) / turns, y: (by.y * byX.x - by.x * byX.y) / turns };
}

function turnsOf({ byX, byY }: Motion): number {
  return byX.x * byY.y - byX.y * byY.x;
}

function distinct(motions: readonly Motion[]): Motion[] {
  const seen = new Set<string>();
  return motions.filter(({ at }) => {
    const key = keyOf(at);
    return !seen.has(key) && seen.add(key);
  });
}

function keyOf({ x, y }: Point): string {
  // Nothing is nothing, also if it was computed.
  const short = (value: number) => (Math.abs(value) < 1e-12 ? '0' : value.toPrecision(9));
  return `${short(x)} ${short(y)}`;
}

function isSame(a: Point, b: Point): boolean {
  const most = TOLERANCE * Math.max(1, Math.hypot(a.x, a.y), Math.hypot(b.x, b.y));
  return Math.abs(a.x - b.x) <= most && Math.abs(a.y - b.y) <= most;
}
