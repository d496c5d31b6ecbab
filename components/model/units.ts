import type { DrawnObjects } from '@/core/drawnObjects';
import type { Point } from './view';

/**
 * The drawing's own units. A picture tells them itself if the server said what drew it; whether an axis shows powers of
 * ten, only asy knows. So asy is asked: the program runs once more with the lines of `QUESTION` after its last one. They
 * write the transform of the picture and the box it fills, and end before anything is drawn. Both are known for the
 * picture that asy itself ships out at the end; not for those that a program names, and not for three dimensions.
 */

export interface Units {
  /** Big points for one unit, and where the origin is: x = shiftX + scaleX * user. Turned axes are not known. */
  readonly x: Axis;
  readonly y: Axis;
}

interface Axis {
  readonly shift: number;
  readonly scale: number;
  /** Of the box, in big points. */
  readonly min: number;
  readonly max: number;
  /** The axis shows powers of ten. */
  readonly isLogarithmic: boolean;
}

const MARK = '@asyground-units';

export const QUESTION = `
{
  picture p = currentpicture;
  if (p.empty3()) {
    transform t = p.calculateTransform();
    frame f = p.fit();
    pair a = min(f), b = max(f);
    real l = p.scale.x.scale.logarithmic ? 1 : 0, m = p.scale.y.scale.logarithmic ? 1 : 0;
    for (real n : new real[] {t.x, t.xx, t.xy, a.x, b.x, l, t.y, t.yy, t.yx, a.y, b.y, m}) write("${MARK} ", n);
  }
  erase(currentpicture);
  exit();
}
`;

const NUMBERS = 12;

/** As a picture tells them itself. Whether an axis shows powers of ten, it does not tell. */
export function unitsOf({ width, height, transform }: DrawnObjects): Units | undefined {
  if (transform === undefined) return undefined;
  const [x = 0, y = 0, xx = 0, xy = 0, yx = 0, yy = 0] = transform;
  const across = axis([x, xx, xy, 0, width]);
  const up = axis([y, yy, yx, 0, height]);
  return across && up && { x: across, y: up };
}

/** Undefined where asy could not tell. */
export function parseUnits(output: string): Units | undefined {
  const numbers = [...output.matchAll(new RegExp(`^${MARK} (\\S+)$`, 'gm'))].map(([, number]) => Number(number));
  if (numbers.length !== NUMBERS || !numbers.every(Number.isFinite)) return undefined;
  const x = axis(numbers.slice(0, NUMBERS / 2));
  const y = axis(numbers.slice(NUMBERS / 2));
  return x && y && { x, y };
}

function axis([shift = 0, scale = 0, skew = 0, min = 0, max = 0, isLogarithmic = 0]: readonly number[]):
  Axis | undefined {
  if (scale === 0 || skew !== 0 || max <= min) return undefined;
  return { shift, scale, min, max, isLogarithmic: isLogarithmic === 1 };
}

/** The other way: shares of the picture's width and height, from its upper left corner. */
export function toShare({ x, y }: Units, point: Point): Point {
  return { x: share(x, point.x), y: 1 - share(y, point.y) };
}

function share({ shift, scale, min, max }: Axis, user: number): number {
  return (shift + scale * user - min) / (max - min);
}

/** How far one has to go in units for a share of the picture. Without powers of ten: those are no distance. */
export function unitsAcross({ x, y }: Units, by: Point): Point {
  return { x: (by.x * (x.max - x.min)) / x.scale, y: (-by.y * (y.max - y.min)) / y.scale };
}

/** `at` in shares of the picture's width and height, from its upper left corner. */
export function toUnits(units: Units, at: Point): Point {
  return { x: along(units.x, at.x), y: along(units.y, 1 - at.y) };
}

function along({ shift, scale, min, max, isLogarithmic }: Axis, share: number): number {
  const user = (min + share * (max - min) - shift) / scale;
  return isLogarithmic ? 10 ** user : user;
}

/** As many digits as a pixel is worth: `share` is that of one pixel of the picture. */
export function formatUnits(units: Units, at: Point, share: Point): string {
  const here = toUnits(units, at);
  const next = toUnits(units, { x: at.x + share.x, y: at.y + share.y });
  return `${rounded(here.x, next.x - here.x)}, ${rounded(here.y, next.y - here.y)}`;
}

const MAX_DIGITS = 8;

function rounded(value: number, step: number): string {
  const digits = Math.min(MAX_DIGITS, Math.max(0, Math.ceil(-Math.log10(Math.abs(step)))));
  // Without a sign before nothing.
  return (Number(value.toFixed(digits)) + 0).toFixed(digits);
}
