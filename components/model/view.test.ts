import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FIT,
  FIT_MARGIN,
  FULL_SIZE,
  MAX_FIT_SCALE,
  MAX_SCALE,
  MIN_SCALE,
  fitScale,
  moved,
  placed,
  zoomedAt,
} from './view';

const free = fc.record({
  kind: fc.constant('free' as const),
  scale: fc.double({ min: MIN_SCALE, max: MAX_SCALE, noNaN: true }),
  x: fc.integer({ min: -5000, max: 5000 }),
  y: fc.integer({ min: -5000, max: 5000 }),
});
const point = fc.record({ x: fc.integer({ min: -999, max: 999 }), y: fc.integer({ min: -999, max: 999 }) });

describe('a view of the picture', () => {
  it('fits with a margin, and blows up only what was drawn without a size', () => {
    const pane = { width: 500 + 2 * FIT_MARGIN, height: 300 + 2 * FIT_MARGIN };
    expect(fitScale({ width: 1000, height: 100 }, pane)).toBe(0.5);
    expect(fitScale({ width: 150, height: 150 }, pane)).toBe(2);
    expect(fitScale({ width: 30, height: 30 }, pane)).toBe(MAX_FIT_SCALE);
    expect(fitScale({ width: 2, height: 1 }, pane)).toBe(100);
    expect(fitScale({ width: 10, height: 10 }, { width: 0, height: 0 })).toBe(MIN_SCALE);
  });

  it('zooms about the point under the pointer', () => {
    fc.assert(
      fc.property(free, fc.double({ min: 0.1, max: 10, noNaN: true }), point, (view, factor, at) => {
        const zoomed = zoomedAt(view, factor, at);
        if (zoomed.kind !== 'free') throw new Error('a zoomed view is free');
        // The point of the picture that lay under the pointer, in pixels of the picture.
        const before = (at.x - view.x) / view.scale;
        expect(zoomed.x + before * zoomed.scale).toBeCloseTo(at.x, 4);
        expect(zoomed.scale).toBeGreaterThanOrEqual(MIN_SCALE);
        expect(zoomed.scale).toBeLessThanOrEqual(MAX_SCALE);
      }),
    );
  });

  it('leaves the fit when it is zoomed or moved', () => {
    const size = { width: 100, height: 100 };
    const start = placed(FIT, size, { width: 180, height: 180 });
    expect(start).toEqual(FULL_SIZE);
    expect(moved(start, { x: 3, y: -4 })).toEqual({ kind: 'free', scale: 1, x: 3, y: -4 });
  });
});
