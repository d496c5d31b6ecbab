import { describe, expect, it } from 'vitest';
import { formatUnits, parseUnits, toUnits } from './units';

const answer = (numbers: readonly number[]) => `hello\n${numbers.map((n) => `@asyground-units ${n}\n`).join('')}`;
/** 10 bp a unit, the origin 5 bp from the left and from below of a box of 100 by 50 bp. */
const PLAIN = [0, 10, 0, -5, 95, 0, 0, 10, 0, -5, 45, 0];

describe("the drawing's own units", () => {
  it('are read from what asy wrote', () => {
    const units = parseUnits(answer(PLAIN));
    expect(units && toUnits(units, { x: 1, y: 0 })).toEqual({ x: 9.5, y: 4.5 });
    expect(units && toUnits(units, { x: 0, y: 1 })).toEqual({ x: -0.5, y: -0.5 });
  });

  it('are unknown where axes are turned, or asy did not answer', () => {
    expect(parseUnits('')).toBeUndefined();
    expect(parseUnits(answer([0, 10, 3, ...PLAIN.slice(3)]))).toBeUndefined();
    expect(parseUnits(answer([NaN, ...PLAIN.slice(1)]))).toBeUndefined();
  });

  it('grow by powers on a logarithmic axis', () => {
    const units = parseUnits(answer([0, 10, 0, 0, 20, 1, ...PLAIN.slice(6)]));
    expect(units && toUnits(units, { x: 0.5, y: 0 }).x).toBeCloseTo(10);
  });

  it('are told as exactly as one can point', () => {
    const units = parseUnits(answer(PLAIN));
    expect(units && formatUnits(units, { x: 0.0512, y: 0.9 }, { x: 0.001, y: 0.002 })).toBe('0.01, 0.00');
  });
});
