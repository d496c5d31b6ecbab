import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSliders, withSlider } from './slider';

const CODE =
  'size(4cm);\nreal a = 2.5; // slider 0..5 step 0.1\n  int n=-3;//slider -10 .. 10\nreal b = 1; // not one\nreal c = f(1); // slider 0..1\nreal d = 1; // slider 5..2\n';

describe('sliders', () => {
  it('are made by comments behind plain numbers', () => {
    expect(findSliders(CODE)).toMatchObject([
      { name: 'a', value: 2.5, min: 0, max: 5, step: 0.1 },
      { name: 'n', value: -3, min: -10, max: 10, step: 0.2 },
    ]);
  });

  it('write their number into the code, and read it back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50 }), (tenths) => {
        const [slider] = findSliders(CODE);
        if (slider === undefined) throw new Error('there is a slider');
        const code = withSlider(CODE, slider, tenths * 0.1);
        expect(findSliders(code)[0]?.value).toBeCloseTo(tenths / 10, 9);
        expect(findSliders(code)[1]?.value).toBe(-3);
        expect(code).toMatch(/real a = \d(\.\d)?; /);
      }),
    );
  });
});
