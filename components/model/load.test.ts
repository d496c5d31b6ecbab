import { describe, expect, it } from 'vitest';
import { isShared, isUnderLoad, parseLoad } from './load';

describe('the load of the server', () => {
  it.each([
    [undefined, false],
    [{ backends: 2, busy: 2, tasks: 2 }, false],
    [{ backends: 2, busy: 2, tasks: 3 }, true],
    [{ backends: 0, busy: 0, tasks: 1 }, false],
  ])('%j is too much: %s', (load, isTooMuch) => {
    expect(isUnderLoad(load)).toBe(isTooMuch);
  });

  it.each([
    [undefined, false],
    [{ backends: 3, busy: 1, tasks: 1 }, false],
    [{ backends: 3, busy: 2, tasks: 2 }, false],
    [{ backends: 3, busy: 3, tasks: 3 }, true],
    [{ backends: 1, busy: 1, tasks: 1 }, false],
  ])('%j is shared with others: %s', (load, isSharedLoad) => {
    expect(isShared(load)).toBe(isSharedLoad);
  });

  it.each([undefined, null, 'busy', { tasks: 3 }])('cannot be read from %j', (value) => {
    expect(parseLoad(value)).toBeUndefined();
  });
});
