import { expect, it } from 'vitest';
import { animatedSvg, MAX_FRAMES, movieOf, nextValue, valuesOf } from './movie';
import { isMovie } from './picture';

const slider = { name: 'a', value: 1, min: 0, max: 2, step: 0.5, from: 0, to: 1 };

it('goes from one end to the other, in no more than so many steps', () => {
  expect(valuesOf(slider)).toEqual([0, 0.5, 1, 1.5, 2]);
  expect(valuesOf({ min: 0, max: 1, step: 0.1 })).toHaveLength(11);
  const many = valuesOf({ min: 0, max: 1000, step: 1 });
  expect(many.length).toBeLessThanOrEqual(MAX_FRAMES);
  expect(many.at(-1)).toBeGreaterThan(980);
});

it('begins again after the last value', () => {
  expect(nextValue(slider)).toBe(1.5);
  expect(nextValue({ ...slider, value: 2 })).toBe(0);
  expect(nextValue({ ...slider, value: 1.7 })).toBe(0);
});

it('shows its frames one after another', () => {
  const frame = (width: number) => ({ svg: new Uint8Array([width]), size: { width, height: 10 } });
  const svg = animatedSvg([frame(20), frame(30)], (bytes) => `<${bytes.join()}>`);
  expect(svg).toContain('viewBox="0 0 30 10"');
  expect(svg).toContain('50.000000%{visibility:hidden}');
  expect(svg.match(/animation-delay:\d+ms/g)).toEqual(['animation-delay:0ms', 'animation-delay:60ms']);
});

it('is taken apart into its frames again', () => {
  const frame = (width: number) => ({ svg: new Uint8Array([width]), size: { width, height: 10 } });
  const bytes = new TextEncoder().encode(
    animatedSvg([frame(20), frame(30)], (one) => Buffer.from(one).toString('base64')),
  );
  expect(isMovie({ format: 'svg', bytes })).toBe(true);
  expect(movieOf(bytes)).toEqual({
    frameMs: 60,
    frames: [
      { url: 'data:image/svg+xml;base64,FA==', size: { width: 20, height: 10 } },
      { url: 'data:image/svg+xml;base64,Hg==', size: { width: 30, height: 10 } },
    ],
  });
  expect(movieOf(new TextEncoder().encode('<svg><image class="frame"/></svg>'))).toBeUndefined();
});
