import { unpackObjects, type DrawnObjects } from '@/core/drawnObjects';
import type { Point } from './view';

/** The objects of a picture and the calls that drew them. All measures are shares of the picture, from its upper left. */

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where a call stands in the main file, from 1; the column is that of its parenthesis. */
export interface CallPlace {
  readonly line: number;
  readonly column: number;
}

export interface PictureObject extends Box, CallPlace {}

/** One call may draw many objects, as in a loop. */
export interface DrawingCall extends CallPlace {
  readonly objects: readonly PictureObject[];
  /** Around all of them. */
  readonly box: Box;
}

export function pictureObjects(drawn: DrawnObjects): PictureObject[] {
  const { width, height } = drawn;
  return unpackObjects(drawn).map(({ line, column, left, bottom, right, top }) => ({
    line,
    column,
    left: left / width,
    top: 1 - top / height,
    width: (right - left) / width,
    height: (top - bottom) / height,
  }));
}

/** In the order of the code, which is the order in which a person reads it. */
export function callsOf(objects: readonly PictureObject[]): DrawingCall[] {
  const calls = new Map<string, PictureObject[]>();
  for (const object of objects) {
    const key = `${object.line}.${object.column}`;
    const own = calls.get(key);
    if (own) own.push(object);
    else calls.set(key, [object]);
  }
  return [...calls.values()]
    .flatMap((own) => (own[0] ? [{ line: own[0].line, column: own[0].column, objects: own, box: around(own) }] : []))
    .sort((a, b) => a.line - b.line || a.column - b.column);
}

/**
 * What may be meant by a point: the smallest first, and of the same size the one drawn last; one object for each call.
 * `reach` is how far beside a thin line one may point.
 */
export function objectsAt(objects: readonly PictureObject[], at: Point, reach: Point): PictureObject[] {
  const seen = new Set<string>();
  return objects
    .filter(
      ({ left, top, width, height }) =>
        at.x >= left - reach.x &&
        at.x <= left + width + reach.x &&
        at.y >= top - reach.y &&
        at.y <= top + height + reach.y,
    )
    .reverse()
    .sort((a, b) => area(a, reach) - area(b, reach))
    .filter(({ line, column }) => {
      const key = `${line}.${column}`;
      return !seen.has(key) && seen.add(key);
    });
}

/** Both lines belong to it. */
export function objectsOfLines(objects: readonly PictureObject[], first: number, last: number): PictureObject[] {
  return objects.filter(({ line }) => line >= first && line <= last);
}

/** What is called there, as far as the text tells. */
export function calledName(text: string, { line, column }: CallPlace): string | undefined {
  const before = text.split('\n', line)[line - 1]?.slice(0, column - 1) ?? '';
  return /[A-Za-z_]\w{0,63}$/.exec(before.slice(-64).trimEnd())?.[0];
}

function area({ width, height }: Box, reach: Point): number {
  return (width + reach.x) * (height + reach.y);
}

function around(boxes: readonly Box[]): Box {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const width = Math.max(...boxes.map((box) => box.left + box.width)) - left;
  const height = Math.max(...boxes.map((box) => box.top + box.height)) - top;
  return { left, top, width, height };
}
