import { expect, it } from 'vitest';
import { draftOf, type Draft } from './draft';
import { takesAway } from './takenAway';

const CODE = 'size(3cm);\ndraw(unitcircle);\n';
const one = draftOf('d', CODE);
const withData = (contents: Uint8Array): Draft => ({ ...one, files: [...one.files, { name: 'a.dat', contents }] });
const becomes = (text: string, isTyped: boolean) => takesAway(one, draftOf('d', text), isTyped);

it('is what somebody types or pastes over most of a file', () => {
  expect(becomes('draw(unitsquare);\n', true)).toBe(true);
  expect(becomes('', true)).toBe(true);
  expect(becomes('size(3cm);\ndraw(unitcircle, red);\n', true)).toBe(false);
  expect(becomes('size(3cm);\ndraw(unit);\n', true)).toBe(false);
  expect(takesAway(draftOf('d', 'short'), draftOf('d', ''), true)).toBe(false);
});

it('is anything that goes without a key', () => {
  expect(becomes('size(3cm);\ndraw(unitcircl);\n', false)).toBe(true);
  expect(becomes(`${CODE}dot((0, 0));\n`, false)).toBe(false);
  const data = new Uint8Array([1]);
  expect(takesAway(withData(data), one, false)).toBe(true);
  expect(takesAway(withData(data), withData(new Uint8Array([2])), false)).toBe(true);
  const renamed = { ...one, files: [...one.files, { name: 'b.dat', contents: data }] };
  expect(takesAway(withData(data), renamed, false)).toBe(false);
});
