import { withPairs, type LiteralPair } from '@/core/language/literalPairs';
import { pulledBy, type Handle } from './handles';
import type { PictureSize } from './picture';
import { toShare, unitsAcross, type Units } from './units';
import type { Point, View } from './view';

/** A point on its way: from where the pointer is to what the code says then, and where the picture lies meanwhile. */

export interface DragStart {
  readonly code: string;
  readonly pair: LiteralPair;
  readonly handle: Handle;
  readonly units: Units;
  /** Of the picture on the screen, in CSS pixels. */
  readonly shown: PictureSize;
}

const MAX_DIGITS = 6;
/** The lines of the grid are no closer than this on the screen. */
const GRID_PIXELS = 10;
const NUDGE_PIXELS = 2;

/** The code with the point `by` pixels from where it was; on the grid if asked. As many digits as a pixel is worth. */
export function draggedCode(start: DragStart, by: Point, isOnGrid: boolean): string {
  const { code, pair } = start;
  const [x, y] = numbersAt(start, by).map((value, i) => {
    const pixel = worthOf(start, 1)[i] ?? 1;
    const grid = niceStep((worthOf(start, GRID_PIXELS)[i] ?? 1) || 1);
    return isOnGrid ? written(Math.round(value / grid) * grid, grid) : written(value, pixel);
  });
  return withPairs(code, [pair], () => [x ?? '0', y ?? '0']);
}

/** For the arrow keys: a small step, or one of the grid. */
export function nudgedCode(start: DragStart, direction: Point, isOnGrid: boolean): string {
  const pixels = isOnGrid ? GRID_PIXELS : NUDGE_PIXELS;
  const { code, pair } = start;
  const away = numbersAt(start, { x: direction.x * pixels, y: direction.y * pixels });
  const here = [pair.x.value, pair.y.value];
  const [x, y] = here.map((value, i) => {
    const step = niceStep(worthOf(start, pixels)[i] || 1);
    const way = (away[i] ?? value) - value;
    return Math.abs(way) < step / 100 ? undefined : written(value + Math.sign(way) * step, step);
  });
  const kept = (number: { readonly from: number; readonly to: number }) => code.slice(number.from, number.to);
  return withPairs(code, [pair], () => [x ?? kept(pair.x), y ?? kept(pair.y)]);
}

/** The numbers that bring the point there. */
function numbersAt({ pair, handle, units, shown }: DragStart, by: Point): [number, number] {
  const way = pulledBy(handle, unitsAcross(units, { x: by.x / shown.width, y: by.y / shown.height }));
  return [pair.x.value + way.x, pair.y.value + way.y];
}

/** What so many pixels are worth in either number, whichever way they have to go. */
function worthOf({ handle, units, shown }: DragStart, pixels: number): [number, number] {
  const across = pulledBy(handle, unitsAcross(units, { x: pixels / shown.width, y: 0 }));
  const up = pulledBy(handle, unitsAcross(units, { x: 0, y: pixels / shown.height }));
  return [Math.max(Math.abs(across.x), Math.abs(up.x)), Math.max(Math.abs(across.y), Math.abs(up.y))];
}

/** 1, 2 or 5 times a power of ten, and no less. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5].find((one) => one * power >= least * 0.999) ?? 10;
  return factor * power;
}

function written(value: number, step: number): string {
  const digits = Math.min(MAX_DIGITS, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)));
  // Without a sign before nothing, and without zeros at the end.
  return String(Number(value.toFixed(digits)) + 0);
}

interface Placed {
  readonly view: Extract<View, { kind: 'free' }>;
  readonly size: PictureSize;
  readonly units: Units;
}

/**
 * Where a new picture has to lie for the drawing's units to stay where they are on the screen. asy may have chosen another
 * scale, since a drawing that should be 5 cm wide stays so when one of its points moves outwards.
 */
export function steadyView(before: Placed, size: PictureSize, units: Units, still: Point): Placed['view'] {
  const scale = (before.view.scale * before.units.x.scale) / units.x.scale;
  const offset = (placed: { size: PictureSize; units: Units }, by: number): Point => {
    const { x, y } = toShare(placed.units, still);
    return { x: (x - 0.5) * placed.size.width * by, y: (y - 0.5) * placed.size.height * by };
  };
  const [old, now] = [offset(before, before.view.scale), offset({ size, units }, scale)];
  return { kind: 'free', scale, x: before.view.x + old.x - now.x, y: before.view.y + old.y - now.y };
}
