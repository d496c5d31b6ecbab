import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectsAt, pictureObjects } from '@/components/model/pictureObjects';
import { OBJECT_LIMITS } from '@/core/limits';
import { Jails } from './equality/startModes';
import { isReachable } from './equality/suite';

/**
 * Which line drew what (docs/asyonline.md, 18), over a part of the gallery; objects.soak.test.ts tries far more programs.
 * Pictures in space do not tell.
 */

const FOLDER = 'examples';
const EVERY = 5;
const EXAMPLES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.asy') && !name.startsWith('space-'))
  .filter((_, index) => index % EVERY === 0);
const SAMPLES = 50;
const NO_REACH = { x: 0, y: 0 };

describe.runIf(isReachable())('which line drew what', () => {
  let jails: Jails;
  const atCalls: string[] = [];
  const elsewhere: string[] = [];
  beforeAll(async () => {
    jails = await Jails.open();
  });
  afterAll(async () => {
    await jails?.close();
  });

  async function objectsOf(source: string) {
    const program = { name: '', source };
    const { objects } = (await jails.warm(program)) ?? (await jails.cold(program));
    if (objects === undefined) throw new Error('nothing was told');
    return objects;
  }

  it.each(EXAMPLES)('is told of %s', async (name) => {
    const source = readFileSync(`${FOLDER}/${name}`, 'utf8');
    const lines = source.split('\n');
    const told = await objectsOf(source);
    const objects = pictureObjects(told);
    expect(objects.length + told.leftOut).toBeGreaterThan(0);
    for (const { line, column } of objects) {
      expect(lines[line - 1]?.trim(), `line ${line}`).toMatch(/^[^/]/);
      (lines[line - 1]?.[column - 1] === '(' ? atCalls : elsewhere).push(`${name} ${line}.${column}`);
    }
    const step = Math.ceil(objects.length / SAMPLES);
    for (let i = 0; i < objects.length; i += step) {
      const { line, left, top, width, height } = objects[i] ?? { line: 0, left: 0, top: 0, width: 0, height: 0 };
      const found = objectsAt(objects, { x: left + width / 2, y: top + height / 2 }, NO_REACH);
      expect(found.map((object) => object.line)).toContain(line);
    }
  });

  // asy notes where the main file was last: a function of the program that a module calls, as for ticks, misleads it.
  it('is the place of a call for nearly all', () => {
    expect(elsewhere.length / (atCalls.length + elsewhere.length), elsewhere.join(', ')).toBeLessThan(0.02);
  });

  it.each([
    ['size', 'size(100, 100);\nfill(unitsquare);\nfill(shift(3,3)*unitsquare);'],
    ['unitsize', 'unitsize(1cm);\nfill(unitsquare);\nfill(shift(3,3)*unitsquare);'],
    ['a picture of its own', 'size(4cm); picture p;\nfill(unitsquare);\nfill(p, shift(3,3)*unitsquare); add(p);'],
    ['a frame that is shipped', 'size(4cm);\nfill(unitsquare);\nfill(shift(3,3)*unitsquare); shipout(bbox(0));'],
    ['a module of asy', 'import graph; size(4cm);\nfill(unitsquare);\nfill(shift(3,3)*unitsquare);'],
  ])('is told in points of the picture, with %s', async (_name, source) => {
    const objects = pictureObjects(await objectsOf(source));
    expect(objectsAt(objects, { x: 0.1, y: 0.9 }, NO_REACH)[0]?.line).toBe(2);
    expect(objectsAt(objects, { x: 0.9, y: 0.1 }, NO_REACH)[0]?.line).toBe(3);
    expect(objects[0]?.width).toBeCloseTo(0.25, 1);
  });

  it('is not told of more objects than can be', async () => {
    const count = OBJECT_LIMITS.maxObjects + 1;
    const { boxes, leftOut } = await objectsOf(`for(int i=0; i < ${count}; ++i) fill(shift(i,0)*unitsquare);`);
    expect(boxes).toEqual([]);
    expect(leftOut).toBe(count);
  });
});
