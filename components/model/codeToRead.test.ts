import { describe, expect, it } from 'vitest';
import { codeToRead, readingCall } from './codeToRead';

describe('the code that reads a file', () => {
  it.each([
    ['points.csv', 'real[][] points = input("points.csv").line().csv().dimension(0, 0);'],
    ['2026 a-b.dat', 'real[][] data_2026_a_b = input("2026 a-b.dat").line().dimension(0, 0);'],
    ['photo.jpg', 'label(graphic("photo.jpg"), (0, 0));'],
    ['shapes.asy', 'import shapes;'],
    ['two words.asy', undefined],
    ['macros.tex', undefined],
  ])('%s', (file, code) => expect(codeToRead(file)).toBe(code));

  it.each([
    ['points.csv', 'input("points.csv")'],
    ['a "b".dat', 'input("a \\"b\\".dat")'],
    ['shapes.asy', 'import shapes;'],
  ])('%s is told in short', (file, short) => expect(readingCall(codeToRead(file) ?? '')).toBe(short));

  it('of a large image is told without its size', () =>
    expect(readingCall(codeToRead('a.png', { width: 4000, height: 3000 }) ?? '')).toBe('graphic("a.png")'));

  it('makes a large image fit, by its longer side', () => {
    const image = (width: number, height: number) => codeToRead('a.png', { width, height });
    expect(image(200, 227)).toBe('label(graphic("a.png"), (0, 0));');
    expect(image(4000, 3000)).toBe('label(graphic("a.png", "width=8cm"), (0, 0));');
    expect(image(30, 3000)).toBe('label(graphic("a.png", "height=8cm"), (0, 0));');
  });
});
