import { describe, expect, it } from 'vitest';
import { draftOf } from './draft';
import { automaticEngine } from './engine';

const draft = (code: string, name: string) => {
  const { files, ...rest } = draftOf('d', code);
  return { ...rest, files: [...files, { name, contents: new Uint8Array(1) }] };
};

describe('the engine that is chosen for a program', () => {
  it.each([
    ['label(graphic("photo.jpg"));', 'photo.jpg', 'pdflatex'],
    ['label(graphic("photo", "width=3cm"));', 'photo.png', 'pdflatex'],
    ['label(graphic("photo.eps"));', 'photo.eps', undefined],
    ['draw(unitcircle);', 'photo.png', undefined],
    ['label(graphic("other.eps"));', 'photo.png', undefined],
  ])('%s with %s: %s', (code, name, engine) => {
    expect(automaticEngine(draft(code, name))).toBe(engine);
  });
});
