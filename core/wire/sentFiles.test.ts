import { expect, it } from 'vitest';
import fc from 'fast-check';
import { SUBMISSION_LIMITS } from '../limits';
import { DEFAULT_SUBMISSION_OPTIONS } from '../submission/submission';
import { decodeSentFiles, encodeSentFiles, splitFiles } from './sentFiles';

const join = (parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

it('large files come out as they went in', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.uint8Array()), { maxLength: 5 }), (list) => {
      const files = new Map(list);
      expect(decodeSentFiles(join(encodeSentFiles(files)))).toEqual(files);
    }),
  );
});

it('what is cut off, too long or no such thing at all is not read', () => {
  const whole = join(encodeSentFiles(new Map([['a.csv', new Uint8Array(10)]])));
  for (const bytes of [whole.subarray(0, -1), new Uint8Array([...whole, 0]), whole.subarray(0, 3), new Uint8Array(20)])
    expect(decodeSentFiles(bytes)).toBeUndefined();
});

it('programs, small files and those of shells are not sent', () => {
  const { largeFileBytes } = SUBMISSION_LIMITS;
  const files = new Map([
    ['main.asy', new Uint8Array(largeFileBytes + 1)],
    ['small.csv', new Uint8Array(largeFileBytes)],
    ['large.csv', new Uint8Array(largeFileBytes + 1)],
  ]);
  const options = DEFAULT_SUBMISSION_OPTIONS;
  const { stored, sent } = splitFiles({ kind: 'render', files, main: 'main.asy', options });
  expect([[...stored.keys()], [...sent.keys()]]).toEqual([['main.asy', 'small.csv'], ['large.csv']]);
  expect(splitFiles({ kind: 'shell', files, options }).sent.size).toBe(0);
});
