import { expect, it } from 'vitest';
import { Places } from './places';

const limits = { ofAddress: { count: 3, bytes: 100 }, inAll: { count: 5, bytes: 150 } };
const isTaken = (place: unknown) => typeof place === 'function';

it('bounds what one address has open, in number and in bytes', () => {
  const places = new Places(limits);
  expect(isTaken(places.take('a', 60))).toBe(true);
  expect(places.take('a', 60)).toBe('ofAddress');
  expect([places.take('a'), places.take('a')].every(isTaken)).toBe(true);
  expect(places.take('a')).toBe('ofAddress');
  expect(isTaken(places.take('b', 60))).toBe(true);
});

it('bounds what all have open', () => {
  const places = new Places(limits);
  expect(['a', 'b'].map((address) => places.take(address, 70)).every(isTaken)).toBe(true);
  expect(places.take('c', 70)).toBe('inAll');
  expect(['c', 'd', 'e'].map((address) => places.take(address)).every(isTaken)).toBe(true);
  expect(places.take('f')).toBe('inAll');
});

it('has a place again once it is given back, however often', () => {
  const places = new Places(limits);
  const first = places.take('a', 100);
  if (typeof first !== 'function') throw new Error('refused');
  expect(places.take('a', 1)).toBe('ofAddress');
  first();
  first();
  expect(isTaken(places.take('a', 100))).toBe(true);
  expect(places.take('a', 1)).toBe('ofAddress');
});
