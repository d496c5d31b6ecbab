import { expect, it } from 'vitest';
import { returnSerials } from './recovery';

it.each([
  ['an empty queue', [], []],
  ['nobody came back', [3, 5, 9], [0, 0, 0]],
  ['one came back and stands where it would anyway', [1, 5, 9], [0, 0, 0]],
  ['two came back, the later one last', [2, 1, 5, 9], [1, 0, 0, 0]],
  ['three came back, the first of them before the others', [3, 1, 2, 5], [1, 0, 0, 0]],
  ['each came back before the one behind it', [4, 3, 2, 1], [3, 2, 1, 0]],
])('%s', (_, numbers, serials) => {
  expect(returnSerials(numbers)).toEqual(serials);
});
