import type { DrawnObjects } from '@/core/drawnObjects';
import type { Point } from './view';

/**
 * The drawing's own units, and the points that were drawn. Nothing in a picture tells them: asy chooses scale and origin
 * when the whole drawing is known. So asy is asked: the program runs once more between two pieces of ours. The first notes
 * every point that is given to the picture; the second writes the points, the transform of the picture and the box it
 * fills, and ends before anything is drawn. All are known for the picture that asy itself ships out at the end; not for
 * those that a program names, and not for three dimensions.
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
const POINT_MARK = '@asyground-point';
const POINTS = 'asyground_points';
const MAX_POINTS = 2000;

/**
 * What draws tells the picture how large it is by one of these; a label by a box without a size. In one line, so that
 * every line of the program keeps its number.
 */
const NOTE = [
  `pair[] ${POINTS};{`,
  `picture p=currentpicture;`,
  `void n(pair z){if(${POINTS}.length < ${MAX_POINTS}) ${POINTS}.push(z);}`,
  `void m(path g){for(int i=0; i < size(g) && ${POINTS}.length < ${MAX_POINTS}; ++i) n(point(g,i));}`,
  `typedef void A(path);A a=p.addPath;p.addPath=new void(path g){m(g);a(g);};`,
  `typedef void B(path[]);B b=p.addPath;p.addPath=new void(path[] g){for(path h : g) m(h);b(g);};`,
  `typedef void C(path,pen);C c=p.addPath;p.addPath=new void(path g, pen q){m(g);c(g,q);};`,
  `typedef void D(pair,pair);D d=p.addPoint;p.addPoint=new void(pair u, pair t=0){n(u);d(u,t);};`,
  `typedef void E(pair,pair,pen);E e=p.addPoint;p.addPoint=new void(pair u, pair t=0, pen q){n(u);e(u,t,q);};`,
  `typedef void F(pair,pair,pair,pair);F f=p.addBox;`,
  `p.addBox=new void(pair u, pair v, pair s=0, pair t=0){n(u);if(u != v) n(v);f(u,v,s,t);};`,
  `}`,
].join('');

const QUESTION = `
{
  picture p = currentpicture;
  if (p.empty3()) {
    transform t = p.calculateTransform();
    frame f = p.fit();
    pair a = min(f), b = max(f);
    real l = p.scale.x.scale.logarithmic ? 1 : 0, m = p.scale.y.scale.logarithmic ? 1 : 0;
    for (real n : new real[] {t.x, t.xx, t.xy, a.x, b.x, l, t.y, t.yy, t.yx, a.y, b.y, m}) write("${MARK} ", n);
    for (pair z : ${POINTS}) write("${POINT_MARK} "+format("%.15g", z.x)+" "+format("%.15g", z.y));
  }
  erase(currentpicture);
  exit();
}
`;

/** The program that answers instead of drawing. */
export function withQuestion(code: string): string {
  return `${NOTE}${code}${QUESTION}`;
}

/** In the drawing's units, in the order they were drawn. A program could write such lines itself: it would fool only itself. */
export function parsePoints(output: string): Point[] {
  const points: Point[] = [];
  for (const line of output.split('\n', 2 * MAX_POINTS)) {
    const [mark, x, y] = line.split(' ', 4);
    if (mark === POINT_MARK && points.length < MAX_POINTS) points.push({ x: Number(x), y: Number(y) });
  }
  return points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)) ? points : [];
}

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
