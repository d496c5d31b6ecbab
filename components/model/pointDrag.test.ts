import { describe, expect, it } from 'vitest';
import { literalPairs } from '@/core/language/literalPairs';
import { draggedCode, nudgedCode, steadyView, type DragStart } from './pointDrag';
import { toShare, type Units } from './units';

/** 100 units a side, 400 pixels a side: a pixel is a quarter of a unit. */
const axis = (shift: number, scale: number) => ({ shift, scale, min: 0, max: 200, isLogarithmic: false });
const UNITS: Units = { x: axis(0, 2), y: axis(0, 2) };
const HANDLE = { pair: 0, point: 0, at: { x: 10, y: 20 }, byX: { x: 1, y: 0 }, byY: { x: 0, y: 1 } };

function start(code = 'dot((10, 20));', handle: DragStart['handle'] = HANDLE): DragStart {
  const [pair] = literalPairs(code);
  if (pair === undefined) throw new Error('there is a pair');
  return { code, pair, handle, units: UNITS, shown: { width: 400, height: 400 } };
}

describe('dragging a point', () => {
  it('writes the numbers of where it is, with as many digits as a pixel is worth', () => {
    expect(draggedCode(start(), { x: 5, y: -8 }, false)).toBe('dot((11.3, 22));');
    expect(draggedCode(start(), { x: -40, y: 80 }, false)).toBe('dot((0, 0));');
  });

  it('keeps to the grid if asked', () => {
    expect(draggedCode(start(), { x: 7, y: 7 }, true)).toBe('dot((10, 20));');
    expect(draggedCode(start(), { x: 13, y: -31 }, true)).toBe('dot((15, 30));');
  });

  it('goes the right way behind a turn and a scale, and leaves units of length alone', () => {
    const turned = { ...HANDLE, byX: { x: 0, y: 2 }, byY: { x: -2, y: 0 } };
    expect(draggedCode(start('dot((10cm,20cm));', turned), { x: 8, y: 0 }, false)).toBe('dot((10cm,19cm));');
  });

  it('goes step by step with keys, in the direction of the arrow only', () => {
    expect(nudgedCode(start(), { x: 1, y: 0 }, false)).toBe('dot((10.5, 20));');
    expect(nudgedCode(start(), { x: 0, y: 1 }, true)).toBe('dot((10, 15));');
  });
});

describe('the picture under a point that is dragged', () => {
  const before = {
    view: { kind: 'free', scale: 2, x: 10, y: -5 } as const,
    size: { width: 200, height: 200 },
    units: UNITS,
  };
  const screen = (
    view: { scale: number; x: number; y: number },
    size: { width: number; height: number },
    units: Units,
  ) => {
    const at = toShare(units, { x: 10, y: 20 });
    return [view.x + (at.x - 0.5) * size.width * view.scale, view.y + (at.y - 0.5) * size.height * view.scale];
  };

  it('stays where it is if asy did not choose another scale', () => {
    expect(steadyView(before, before.size, UNITS, HANDLE.at)).toEqual(before.view);
  });

  it('is scaled and moved so that the drawing stays where it was', () => {
    const [units, size] = [
      { x: axis(30, 1), y: axis(10, 1) },
      { width: 200, height: 200 },
    ];
    const view = steadyView(before, size, units, HANDLE.at);
    expect(view.scale).toBe(4);
    const was = screen(before.view, before.size, UNITS);
    expect(screen(view, size, units)).toEqual(was.map((value) => expect.closeTo(value)));
  });
});
