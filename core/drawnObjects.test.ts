import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawnObjectsSchema, parseDrawnObjects, unpackObjects } from './drawnObjects';
import { OBJECT_LIMITS } from './limits';
import { decodeFromBackend, encodeFromBackend } from './wire/wire';

const SAID =
  '(187.2,154.3)\n(4.25,-1.5,28.3465,0,0,28.3465)\n7.5 0(4.17,30.23)(63.48,148.3)\n12.6 0(-3,-1e-15)(190,30.73)\n0';

describe('which line drew what', () => {
  it('is read from what asy wrote, within the picture', () => {
    const objects = parseDrawnObjects(SAID);
    expect(objects).toMatchObject({
      ...{ leftOut: 0, width: 187.2, height: 154.3 },
      transform: [4.25, -1.5, 28.3465, 0, 0, 28.3465],
    });
    expect(objects && unpackObjects(objects)).toEqual([
      { line: 7, column: 5, left: 4.2, bottom: 30.2, right: 63.5, top: 148.3 },
      { line: 12, column: 6, left: 0, bottom: 0, right: 187.2, top: 30.7 },
    ]);
  });

  it('leaves out what is outside of the picture and what no line of the main file drew', () => {
    const objects = parseDrawnObjects('(10,10)\n\n1.1 0(20,20)(30,30)\n0.0 0(1,1)(2,2)\n1.1 0(5,5)(4,6)\n3');
    expect(objects).toEqual({ leftOut: 3, width: 10, height: 10, boxes: [] });
  });

  it('is unknown if nothing was written', () => {
    for (const text of ['', '\n', '(0,0)\n', '(1e300,5)\n', '(5,nan)', 'x'.repeat(10_000)])
      expect(parseDrawnObjects(text)).toBeUndefined();
  });

  it('is of the form that travels, and fits its header, whatever a program wrote', () => {
    const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom('99999', '99998.9', '1e+308', '-0', 'nan'));
    const line = fc.oneof(
      fc
        .tuple(fc.nat(), fc.nat(), number, number, number, number)
        .map(([a, b, c, d, e, f]) => `${a}.${b} 0(${c},${d})(${e},${f})`),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(line), fc.constantFrom('(99999,99999)', '(3,4)'), (lines, head) => {
        const objects = parseDrawnObjects([head, '', ...lines].join('\n'));
        expect(drawnObjectsSchema.safeParse(objects).success).toBe(true);
      }),
    );
    const longest = '999999.999999 0(99998.7,99998.7)(99998.9,99998.9)\n'.repeat(2 * OBJECT_LIMITS.maxObjects);
    const objects = parseDrawnObjects(`(99999,99999)\n(99999.123456789,1,1,1,1,1)\n${longest}`);
    expect(objects?.boxes).toHaveLength(6 * OBJECT_LIMITS.maxObjects);
    const [head = new Uint8Array(), ...rest] = encodeFromBackend({
      ...{ type: 'result', format: 'svg', bytes: new Uint8Array([1]), objects },
    });
    const frame = Buffer.concat([head, ...rest]);
    expect(decodeFromBackend(frame)).toMatchObject({ type: 'result', objects: { boxes: objects?.boxes } });
  });

  it('has the same limit where it is written', () => {
    const program = readFileSync(new URL('../scripts/setup/toolchain/objects.asy', import.meta.url), 'utf8');
    expect(program).toContain(`int maxObjects=${OBJECT_LIMITS.maxObjects};`);
  });
});
