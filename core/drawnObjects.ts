import { z } from 'zod';
import { OBJECT_LIMITS } from './limits';

/**
 * Which line of the main file drew what (docs/asyonline.md, 18): one box for each object, in the order they were drawn.
 * Boxes are in PostScript points from the lower left corner of the picture, and lie within it.
 */

/** Line and column of the call, both from 1, then left, bottom, right and top. */
const NUMBERS_PER_BOX = 6;
const TRANSFORM_NUMBERS = 6;

export const drawnObjectsSchema = z.object({
  /** How many are not told of, because it would have taken too long. */
  leftOut: z.number().int().nonnegative(),
  /** Of the picture, in PostScript points. */
  width: z.number().positive(),
  height: z.number().positive(),
  /** From the drawing's units to these points: x, y, xx, xy, yx and yy, as asy counts them. Absent where there is not one. */
  transform: z.array(z.number()).length(TRANSFORM_NUMBERS).optional(),
  /** All boxes one after another: as objects they would be three times as long on their way. */
  boxes: z
    .array(z.number())
    .max(OBJECT_LIMITS.maxObjects * NUMBERS_PER_BOX)
    .refine((numbers) => numbers.length % NUMBERS_PER_BOX === 0),
});
export type DrawnObjects = Readonly<z.infer<typeof drawnObjectsSchema>>;

interface DrawnObject {
  readonly line: number;
  readonly column: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

export function unpackObjects({ boxes }: DrawnObjects): DrawnObject[] {
  const objects: DrawnObject[] = [];
  for (let at = 0; at < boxes.length; at += NUMBERS_PER_BOX) {
    const [line = 0, column = 0, left = 0, bottom = 0, right = 0, top = 0] = boxes.slice(at, at + NUMBERS_PER_BOX);
    objects.push({ line, column, left, bottom, right, top });
  }
  return objects;
}

const NUMBER = String.raw`(-?\d{1,9}(?:\.\d{1,17})?(?:e[+-]\d{1,3})?)`;
const PAIR = String.raw`\(${NUMBER},${NUMBER}\)`;
const TRANSFORM = new RegExp(String.raw`^\(${Array.from({ length: TRANSFORM_NUMBERS }, () => NUMBER).join(',')}\)$`);
const HEAD = new RegExp(`^${PAIR}$`);
const BOX = new RegExp(String.raw`^(\d{1,6})\.(\d{1,6}) \d{1,9}${PAIR}${PAIR}$`);
const END = /^(\d{1,9})$/;
/** No line that we write is longer. */
const MAX_LINE_UNITS = 160;
/** Of either side of a picture, in PostScript points. */
const MAX_SIDE = 99_999;

/**
 * What asy wrote (scripts/setup/toolchain/objects.asy), or a program in its place: lines that are nothing of ours are
 * passed over. Undefined if nothing was written.
 */
export function parseDrawnObjects(text: string): DrawnObjects | undefined {
  const [first = '', second = '', ...lines] = text.split('\n', OBJECT_LIMITS.maxObjects + 3);
  const [width = 0, height = 0] = rounded(numbersOf(HEAD, first));
  const transform = numbersOf(TRANSFORM, second);
  if (width <= 0 || height <= 0 || width > MAX_SIDE || height > MAX_SIDE) return undefined;
  const boxes: number[] = [];
  for (const text of lines.slice(0, OBJECT_LIMITS.maxObjects)) {
    const [line = 0, column = 0, x0 = 0, y0 = 0, x1 = 0, y1 = 0] = rounded(numbersOf(BOX, text));
    // Clipped away, or drawn by code that stands in no line of the main file.
    if (line === 0 || x1 < 0 || y1 < 0 || x0 > width || y0 > height || x1 < x0 || y1 < y0) continue;
    boxes.push(line, column, Math.max(0, x0), Math.max(0, y0), Math.min(width, x1), Math.min(height, y1));
  }
  const [leftOut = 0] = numbersOf(END, lines.at(-1) ?? '');
  return { leftOut, width, height, ...(transform.length > 0 && { transform }), boxes };
}

/** To what a person can point at. */
function rounded(numbers: readonly number[]): number[] {
  return numbers.map((number) => Math.round(number * 10) / 10);
}

/** None if it is not of that form. */
function numbersOf(form: RegExp, text: string): number[] {
  const [, ...found] = (text.length <= MAX_LINE_UNITS && form.exec(text)) || [];
  return found.map(Number);
}
