import { expect, it } from 'vitest';
import { automaticEngine } from './engine';

it.each([
  ['label(graphic("photo.jpg"));', 'photo.jpg', 'pdflatex'],
  ['label(graphic("photo", "width=3cm"));', 'photo.png', 'pdflatex'],
  ['label(graphic("Photo.PNG"));', 'Photo.PNG', 'pdflatex'],
  ['label(graphic("plan.pdf"));', 'plan.pdf', 'pdflatex'],
  ['label(graphic("photo.eps"));', 'photo.eps', undefined],
  ['draw(unitcircle);', 'photo.png', undefined],
  ['label(graphic("other.eps"));', 'photo.png', undefined],
])('%s with %s is drawn with %s', (code, name, engine) => {
  const files = [
    ['main.asy', () => code],
    [name, () => ''],
  ] as const;
  expect(automaticEngine(files)).toBe(engine);
});
