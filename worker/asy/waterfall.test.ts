import { describe, expect, it } from 'vitest';
import { splitWaterfall } from './waterfall';

describe('the waterfall of a program', () => {
  it('splits the whole into its stages', () => {
    expect(splitWaterfall('sizing 10.2\ntypesetting 20.0\nconverting 5.4\n', 100.4)).toEqual({
      asy: 65,
      sizing: 10,
      typesetting: 20,
      converting: 5,
    });
  });

  it('is the whole alone where nobody measured', () => {
    expect(splitWaterfall('', 100.4)).toEqual({ asy: 100 });
  });

  it('does not believe what does not add up', () => {
    for (const text of ['sizing 200.0\ntypesetting 0.0\nconverting 0.0\n', 'sizing 1e3\n', 'sizing -1.0\n', '\0'])
      expect(splitWaterfall(text, 100)).toEqual({ asy: 100 });
  });
});
