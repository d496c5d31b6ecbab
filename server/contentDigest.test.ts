import { expect, it } from 'vitest';
import { SUBMISSION_LIMITS } from '@/core/limits';
import { digestOf } from './contentDigest';

const large = (fill: number) => new Uint8Array(SUBMISSION_LIMITS.largeFileBytes + 1).fill(fill);

it('small contents stand for themselves, large ones are hashed once', () => {
  const small = new Uint8Array(10);
  expect(digestOf(small)).toBe(small);
  const bytes = large(1);
  expect(digestOf(bytes)).toHaveLength(32);
  expect(digestOf(bytes)).toBe(digestOf(bytes));
  expect(digestOf(large(1))).toEqual(digestOf(bytes));
  expect(digestOf(large(2))).not.toEqual(digestOf(bytes));
});
