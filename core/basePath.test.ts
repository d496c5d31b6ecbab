import { expect, it } from 'vitest';
import { withoutBase } from './basePath';

it('is taken off addresses below it, and off no others', () => {
  const without = (url: string) => withoutBase(url, '/asy/ground');
  expect(without('/asy/ground/render?x=1')).toBe('/render?x=1');
  expect(without('/asy/ground')).toBe('/');
  expect(without('/asy/ground?example=a')).toBe('/?example=a');
  expect(without('/asy/ground/')).toBe('/');
  for (const url of ['/', '/asy', '/asy/groundhog', '/render', '/x/asy/ground/']) expect(without(url)).toBeUndefined();
  expect(withoutBase('/render', '')).toBe('/render');
});
