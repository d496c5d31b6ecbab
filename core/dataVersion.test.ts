import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { DATA_SHAPES, DATA_VERSION } from './dataVersion';

/** What each version looked like. Never change an entry: add one, and raise DATA_VERSION. */
const RECORDED: Readonly<Record<number, string>> = {
  2: 'c06b74151c294574',
  3: '8e01a72ac258d167',
  4: 'b1152ff2b16fc6b2',
  5: '82ea1b331f486085',
  6: 'd59996095efde50a',
  7: 'b76705dfebd158aa',
  8: 'a8d992a75a90a659',
  9: '665a987fe7ec0c1b',
  10: '789593920c4e3971',
  11: 'ea1299cd5eb7ed03',
};

it('what processes store and send has a version of its own', () => {
  const shapes = Object.entries(DATA_SHAPES).map(([name, schema]) => [
    name,
    z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }),
  ]);
  const digest = createHash('sha256').update(JSON.stringify(shapes)).digest('hex').slice(0, 16);
  expect(
    { version: DATA_VERSION, digest },
    'The shapes of stored or sent data have changed: raise DATA_VERSION and record the new digest beside the old ones.',
  ).toEqual({ version: DATA_VERSION, digest: RECORDED[DATA_VERSION] });
});
