import { describe, expect, it } from 'vitest';
import { DEFAULT_SUBMISSION_OPTIONS } from '@/core/submission/submission';
import { asksForObjects } from './objects';

function asks(source: string, options: object = { objects: true }): boolean {
  return asksForObjects({
    kind: 'render',
    main: 'main.asy',
    files: new Map([['main.asy', Buffer.from(source)]]),
    options: { ...DEFAULT_SUBMISSION_OPTIONS, ...options },
  });
}

describe('asking which line drew what', () => {
  it('is only done for whoever wants it', () => {
    expect(asks('draw(unitcircle);')).toBe(true);
    expect(asks('draw(unitcircle);', {})).toBe(false);
    expect(asks('draw(unitcircle);', { objects: true, verbosity: 1 })).toBe(false);
  });

  it('is not done for a program that would notice', () => {
    expect(asks('currentpicture.add(new void(frame f, transform t) { write("drawn"); });')).toBe(false);
    expect(asks('currentpicture.add(new void(picture p,\n  transform t) { write("drawn"); });')).toBe(false);
    expect(asks('currentpicture.add(new void(frame f, transform t) { fill(f, unitcircle); });')).toBe(true);
    expect(asks('frame f; transform t; picture p;')).toBe(true);
  });
});
