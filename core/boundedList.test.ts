import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { boundedList, boundedRecord } from './boundedList';

let looks = 0;
const item = z.custom<string>((value) => {
  looks += 1;
  return typeof value === 'string';
}, 'expected a text');

const shapes = {
  list: { schema: boundedList(item, 4), of: (values: unknown[]) => values },
  record: {
    schema: boundedRecord(item, 4),
    of: (values: unknown[]) => Object.fromEntries(values.map((v, i) => [`${i}`, v])),
  },
};

describe.each(Object.entries(shapes))('a bounded %s', (_name, { schema, of }) => {
  it('is what it was', () => {
    const value = of(['a', 'b']);
    expect(schema.parse(value)).toEqual(value);
    expect(schema.safeParse('a').success).toBe(false);
    expect(schema.safeParse(undefined).success).toBe(false);
  });

  it('is counted before anything in it is looked at', () => {
    looks = 0;
    const { error } = schema.safeParse(of(['a', 'b', 'c', 'd', 'e']));
    expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([[[], 'expected at most 4']]);
    expect(looks).toBe(0);
  });

  it('tells of the first that is wrong, where it is', () => {
    looks = 0;
    const { error } = z.object({ in: schema }).safeParse({ in: of(['a', 1, 2, 3]) });
    expect(error?.issues.map(({ path, message }) => [path.map(String), message])).toEqual([
      [['in', '1'], 'expected a text'],
    ]);
    expect(looks).toBe(2);
  });
});
