import { describe, expect, it } from 'vitest';
import { callAt, parametersOf } from './signature';

describe('the parameters of a signature', () => {
  it('are split outside of inner parentheses', () => {
    expect(parametersOf('guide graph(picture pic=..., real f(real), guide join(... guide[])=...)')).toEqual([
      'picture pic=...',
      'real f(real)',
      'guide join(... guide[])=...',
    ]);
    expect(parametersOf('marginT PenMargin(path, pen)(real begin, real end=...)')).toEqual([
      'real begin',
      'real end=...',
    ]);
    expect(parametersOf('frame newframe()')).toEqual([]);
    expect(parametersOf('pen red')).toEqual([]);
  });
});

describe('the call around the cursor', () => {
  it.each([
    ['draw(', { name: 'draw', argument: 0 }],
    ['draw((0,0)--(1,1), ', { name: 'draw', argument: 1 }],
    ['draw(shift(1, ', { name: 'shift', argument: 1 }],
    ['draw(shift(1, 2), ', { name: 'draw', argument: 1 }],
    ['label("a, (b", ', { name: 'label', argument: 1 }],
    ['label("open, (', { name: 'label', argument: 0 }],
    ['f(a /* , */, // ,\n ', { name: 'f', argument: 1 }],
    ['draw(a[1, 2', undefined],
    ['draw(a); ', undefined],
    ['pair z = (1, ', undefined],
    ['', undefined],
  ])('of %j', (before, call) => {
    expect(callAt(before)).toEqual(call);
  });
});
