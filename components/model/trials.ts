import { withPairs, type LiteralPair } from '@/core/language/literalPairs';
import type { Point } from './view';

/**
 * What moves when a number in the code changes, found out by trying. The program becomes a function in which every number
 * of a pair can be off by a little; asy runs it for each pair with the first number off, with the second, and with both
 * far more, each time on a new picture that notes the points it is given, and tells how they differ from the program as it
 * is. Nothing is drawn. A drawing takes milliseconds once asy has been started, so this takes about as long as one render.
 */

export interface Motion {
  /** Index of the pair, and of the point in the order they are drawn. */
  readonly pair: number;
  readonly point: number;
  /** Where the point is, in the drawing's units. */
  readonly at: Point;
  /** What one unit of either number does to it. */
  readonly byX: Point;
  readonly byY: Point;
}

const MARK = '@asyground-motion';
/** Of the largest number in any pair. */
const STEP_SHARE = 1e-4;
/** The large steps, as multiples: what is not straight shows itself there. */
const FAR = { x: -37, y: 53 } as const;
const MAX_POINTS = 2000;
const MAX_MOTIONS = 3000;
/** Pairs that are not tried by then are left alone. */
const MAX_SECONDS = 2;
const TOLERANCE = 1e-5;
/** It would draw in every trial, or end the first. */
const NOT_TWICE = /\b(?:shipout|exit|quit|abort|input|output|getstring|getreal|getint|import\s+three|animation)\b/;

/** What draws tells the picture how large it is by one of these; a label by a box without a size. */
const NOTE = `
pair[] asyground_points;
void asyground_note(picture p) {
  void n(pair z) {if(asyground_points.length < ${MAX_POINTS}) asyground_points.push(z);}
  void m(path g) {for(int i=0; i < size(g) && asyground_points.length < ${MAX_POINTS}; ++i) n(point(g,i));}
  typedef void A(path); A a=p.addPath; p.addPath=new void(path g) {m(g); a(g);};
  typedef void B(path[]); B b=p.addPath; p.addPath=new void(path[] g) {for(path h : g) m(h); b(g);};
  typedef void C(path,pen); C c=p.addPath; p.addPath=new void(path g, pen q) {m(g); c(g,q);};
  typedef void D(pair,pair); D d=p.addPoint; p.addPoint=new void(pair u, pair t=0) {n(u); d(u,t);};
  typedef void E(pair,pair,pen); E e=p.addPoint; p.addPoint=new void(pair u, pair t=0, pen q) {n(u); e(u,t,q);};
  typedef void F(pair,pair,pair,pair); F f=p.addBox;
  p.addBox=new void(pair u, pair v, pair s=0, pair t=0) {n(u); if(u != v) n(v); f(u,v,s,t);};
}
`;

function driver(count: number, step: number): string {
  return `
pair[] asyground_run() {
  asyground_points.delete();
  currentpicture=new picture;
  asyground_note(currentpicture);
  asyground_program();
  return copy(asyground_points);
}
{
  pair[] base=asyground_run();
  string text(pair z) {return format(" %.15g",z.x)+format(" %.15g",z.y);}
  pair[] off(int k, real x, real y) {
    asyground_off[k]=(x,y);
    pair[] z=asyground_run();
    asyground_off[k]=0;
    return z.length == base.length ? z-base : array(base.length,(0,0));
  }
  real until=_cputime()[4]+${MAX_SECONDS};
  int told=0;
  // One that draws something else each time tells nothing.
  if(all(asyground_run() == base))
    for(int k=0; k < ${count} && _cputime()[4] < until && told < ${MAX_MOTIONS}; ++k) {
      pair[] x=off(k,${step},0), y=off(k,0,${step});
      if(all(x == 0) && all(y == 0)) continue;
      pair[] far=off(k,${FAR.x}*${step},${FAR.y}*${step});
      for(int i=0; i < base.length && told < ${MAX_MOTIONS}; ++i)
        if(x[i] != 0 || y[i] != 0) {
          write("${MARK} "+string(k)+" "+string(i)+text(base[i])+text(x[i])+text(y[i])+text(far[i]));
          ++told;
        }
    }
  erase(currentpicture);
  exit();
}
`;
}

function stepOf(pairs: readonly LiteralPair[]): number {
  const largest = Math.max(0, ...pairs.flatMap(({ x, y }) => [Math.abs(x.value), Math.abs(y.value)]));
  return STEP_SHARE * (largest || 1);
}

/** The program that tries instead of drawing; undefined for one that cannot run twice in one go. */
export function withTrials(code: string, pairs: readonly LiteralPair[]): string | undefined {
  if (pairs.length === 0 || NOT_TWICE.test(code)) return undefined;
  const tried = withPairs(code, pairs, ({ x, y }, index) => [
    `(${x.value}+asyground_off[${index}].x)`,
    `(${y.value}+asyground_off[${index}].y)`,
  ]);
  const offsets = `pair[] asyground_off=array(${pairs.length},(0,0));`;
  return `${NOTE}${offsets}\nvoid asyground_program() {\n${tried}\n}\n${driver(pairs.length, stepOf(pairs))}`;
}

/** Only of points that move in a straight line. A program could write such lines itself: it would fool only itself. */
export function parseMotions(output: string, pairs: readonly LiteralPair[]): Motion[] {
  const step = stepOf(pairs);
  const motions: Motion[] = [];
  for (const line of output.split('\n')) {
    if (!line.startsWith(MARK) || motions.length === MAX_MOTIONS) continue;
    const [pair = -1, point = 0, ...rest] = line.slice(MARK.length).trim().split(' ', 10).map(Number);
    const [x = 0, y = 0, xx = 0, xy = 0, yx = 0, yy = 0, farX = 0, farY = 0] = rest;
    if (!(pair in pairs) || !rest.every(Number.isFinite)) continue;
    const byX = { x: xx / step, y: xy / step };
    const byY = { x: yx / step, y: yy / step };
    const size = Math.hypot(byX.x, byX.y, byY.x, byY.y);
    const gone = { x: byX.x * FAR.x + byY.x * FAR.y, y: byX.y * FAR.x + byY.y * FAR.y };
    const isStraight = Math.hypot(farX / step - gone.x, farY / step - gone.y) < TOLERANCE * FAR.y * size;
    if (isStraight && size > TOLERANCE) motions.push({ pair, point, at: { x, y }, byX, byY });
  }
  return motions;
}
