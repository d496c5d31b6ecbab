import { describe, expect, it } from 'vitest';
import { codeToRead } from './codeToRead';

describe('the code that reads a file', () => {
  it.each([
    ['points.csv', 'real[][] points = input("points.csv").line().csv().dimension(0, 0);'],
    ['2026 a-b.dat', 'real[][] data_2026_a_b = input("2026 a-b.dat").line().dimension(0, 0);'],
    ['photo.jpg', 'label(graphic("photo.jpg"), (0, 0));'],
    ['shapes.asy', 'import shapes;'],
    ['two words.asy', undefined],
    ['macros.tex', undefined],
  ])('%s', (file, code) => expect(codeToRead(file)).toBe(code));
});
