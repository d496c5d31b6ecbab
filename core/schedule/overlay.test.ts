import { expect, it } from 'vitest';
import { Overlay } from './overlay';

class Counted {
  constructor(public count = 0) {}

  copy(): Counted {
    return new Counted(this.count);
  }
}

const open = () => {
  const counts = new Overlay(() => new Counted());
  counts.named('a').count = 1;
  counts.named('b').count = 2;
  return counts;
};

it('shows what is below, and changes only its own copy', () => {
  const below = open();
  const ahead = below.ahead();
  expect([...ahead]).toEqual([]);
  ahead.named('a').count += 10;
  ahead.named('c').count = 3;
  expect([...ahead]).toEqual([
    ['a', { count: 11 }],
    ['c', { count: 3 }],
  ]);
  expect([ahead.get('a'), ahead.get('d')]).toEqual([{ count: 11 }, undefined]);
  expect([...below]).toEqual([
    ['a', { count: 1 }],
    ['b', { count: 2 }],
  ]);
});

it('forgets, but for what would be found below again', () => {
  const below = open();
  const ahead = below.ahead();
  ahead.named('a').count = 0;
  ahead.forget('a');
  expect(ahead.get('a')).toEqual({ count: 0 });
  below.forget('b');
  expect(below.get('b')).toBeUndefined();
});

it('is copied with what is wanted, and apart from then on', () => {
  const from = open();
  const copy = from.copy(({ count }) => count > 1);
  copy.named('b').count = 9;
  expect([[...copy], from.get('b')]).toEqual([[['b', { count: 9 }]], { count: 2 }]);
});
