import { expect, it } from 'vitest';
import { framesProgram, isSameSvg } from './frames';

it('draws each version into a picture of its own', () => {
  const made = framesProgram(['real r = 1; // slider 0..2', 'real r = 2;']);
  expect(made?.names).toEqual(['frame1', 'frame2']);
  expect(made?.code).toContain('frame("frame1", new void() {\nreal r = 1; // slider 0..2\n});\n');
  expect(made?.code).toContain('frame("frame2", new void() {\nreal r = 2;\n});\n');
});

it('leaves alone what does more than to draw', () => {
  for (const code of ['shipout("a");', 'settings.tex="xelatex";', 'import animation;', 'atexit(f);', 'exit();'])
    expect(framesProgram(['draw(unitcircle);', code])).toBeUndefined();
});

it('sees when two pictures are the same', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  expect(isSameSvg(bytes('<a/>\n<b/>\n<c/>'), bytes('<b/>\n<a/>\n<c/>'))).toBe(true);
  expect(isSameSvg(bytes('<a/>\n<b/>'), bytes('<a/>\n<d/>'))).toBe(false);
});
