import { expect, it } from 'vitest';
import { FrameRecorder, type Drawing } from './frameRecorder';

/** A workbench that draws the number at the end of each frame; `together` is what a program of many makes of it. */
function drawing(together: (value: string) => string = (value) => value) {
  const programs: string[] = [];
  const svg = (value: string) => new TextEncoder().encode(`<svg width='1pt' height='1pt'>${value}</svg>`);
  const workbench: Drawing = {
    state: { draft: { main: 'main.asy' }, settings: { durationSeconds: null } },
    async renderAs(_format, _pixels, changed = {}) {
      const [program = ''] = Object.values(changed);
      programs.push(program);
      const frames = [...program.matchAll(/frame\("(\w+)".*?real r = (\S+);/gs)];
      if (frames.length === 0) return [{ format: 'svg', bytes: svg(/real r = (\S+);/.exec(program)?.[1] ?? '') }];
      return frames.map(([, name, value = '']) => ({
        format: 'svg',
        filename: `${name}.svg`,
        bytes: svg(together(value)),
      }));
    },
  };
  return { workbench, programs };
}

const values = Array.from({ length: 60 }, (_, i) => i);
const expected = values.map((value) => `<svg width='1pt' height='1pt'>${value}</svg>`);

async function record({ workbench }: ReturnType<typeof drawing>, file = 'main.asy') {
  const recorded = await new FrameRecorder(workbench, file, (value) => `real r = ${value};`).record(
    values,
    () => undefined,
  );
  return recorded.failed === undefined ? recorded.done.map(({ svg }) => new TextDecoder().decode(svg)) : undefined;
}

it('draws many values in one render, and one of each render alone', async () => {
  const world = drawing();
  expect(await record(world)).toEqual(expected);
  expect(world.programs).toHaveLength(4);
});

it('draws them one by one where they come out differently together, and in a module', async () => {
  const differing = drawing((value) => `other ${value}`);
  expect(await record(differing)).toEqual(expected);
  expect(differing.programs.length).toBeGreaterThan(values.length);
  const inModule = drawing();
  expect(await record(inModule, 'module.asy')).toEqual(expected);
  expect(inModule.programs).toHaveLength(values.length);
});
