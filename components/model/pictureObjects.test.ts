import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calledName, callsOf, objectsAt, objectsOfLines, pictureObjects, type PictureObject } from './pictureObjects';

const DRAWN = {
  ...{ leftOut: 0, width: 200, height: 100 },
  boxes: [
    [3, 5, 0, 0, 200, 100],
    [4, 6, 20, 20, 40, 40],
    [2, 4, 20, 50, 120, 50],
    [4, 6, 60, 20, 80, 40],
  ].flat(),
};
const OBJECTS = pictureObjects(DRAWN);
const NO_REACH = { x: 0, y: 0 };
const lines = (objects: readonly PictureObject[]) => objects.map(({ line }) => line);

describe('the objects of a picture', () => {
  it('are measured from the upper left corner', () => {
    expect(OBJECTS[1]).toEqual({ line: 4, column: 6, left: 0.1, top: 0.6, width: 0.1, height: 0.2 });
  });

  it('are found under a point, the smallest first', () => {
    expect(lines(objectsAt(OBJECTS, { x: 0.15, y: 0.7 }, NO_REACH))).toEqual([4, 3]);
    expect(lines(objectsAt(OBJECTS, { x: 0.9, y: 0.9 }, NO_REACH))).toEqual([3]);
    expect(objectsAt(OBJECTS, { x: 1.1, y: 0.5 }, NO_REACH)).toEqual([]);
  });

  it('are found beside a thin line', () => {
    expect(lines(objectsAt(OBJECTS, { x: 0.3, y: 0.52 }, NO_REACH))).toEqual([3]);
    expect(lines(objectsAt(OBJECTS, { x: 0.3, y: 0.52 }, { x: 0.02, y: 0.04 }))).toEqual([2, 3]);
  });

  it('belong to calls, in the order of the code', () => {
    const calls = callsOf(OBJECTS);
    expect(calls.map(({ line, objects }) => [line, objects.length])).toEqual([
      [2, 1],
      [3, 1],
      [4, 2],
    ]);
    const box = calls[2]?.box;
    expect([box?.left, box?.top]).toEqual([0.1, 0.6]);
    expect(box?.width).toBeCloseTo(0.3);
    expect(box?.height).toBeCloseTo(0.2);
  });

  it('of lines are those between them', () => {
    expect(lines(objectsOfLines(OBJECTS, 2, 3))).toEqual([3, 2]);
    expect(objectsOfLines(OBJECTS, 5, 9)).toEqual([]);
  });

  it('are all found at their own centre', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const object = fc
      .tuple(fc.integer({ min: 1, max: 9 }), share, share, share, share)
      .map(([line, left, top, width, height]): PictureObject => ({ line, column: 1, left, top, width, height }));
    fc.assert(
      fc.property(fc.array(object, { minLength: 1 }), (objects) => {
        for (const { line, left, top, width, height } of objects) {
          const found = objectsAt(objects, { x: left + width / 2, y: top + height / 2 }, NO_REACH);
          expect(lines(found)).toContain(line);
          const areas = found.map((one) => one.width * one.height);
          expect(areas).toEqual([...areas].sort((a, b) => a - b));
        }
      }),
    );
  });
});

describe('the name of what is called', () => {
  it('stands before the parenthesis', () => {
    expect(calledName('size(1);\n  draw (x); dot(y);', { line: 2, column: 8 })).toBe('draw');
    expect(calledName('size(1);\n  draw(x); dot(y);', { line: 2, column: 15 })).toBe('dot');
  });

  it('is unknown where there is none', () => {
    expect(calledName('size(1);', { line: 7, column: 2 })).toBeUndefined();
    expect(calledName('(1)', { line: 1, column: 1 })).toBeUndefined();
  });
});
