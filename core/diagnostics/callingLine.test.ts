import { describe, expect, it } from 'vitest';
import { callsOf, withCallingLine } from './callingLine';

const PROBLEM = {
  severity: 'error',
  message: 'The points must be distinct',
  file: 'geometry.asy, line 1494',
  library: { file: 'geometry.asy', line: 1494 },
} as const;
const PLACES = {
  'geometry.asy': [
    [1400, 'point'],
    [1490, 'line'],
    [1600, 'circle'],
  ],
} as const;

function placeIn(code: string, names: readonly string[] = []) {
  const project = { files: [{ name: 'main.asy', contents: code }] };
  return withCallingLine(PROBLEM, callsOf(project), PLACES, names);
}

describe('an error inside of a file of asy', () => {
  it('leads to the only line that calls the function it happened in', () => {
    expect(placeIn('import geometry;\npoint A=(0,0);\nline l = line(A, A);\ndraw(l);')).toMatchObject({
      severity: 'error',
      message: 'The points must be distinct (found in geometry.asy, line 1494)',
      file: 'main.asy',
      place: { file: 'main.asy', line: 3, column: 10, endColumn: 14 },
    });
  });

  it('leads to the only line that calls into the module', () => {
    expect(placeIn('triangle t = triangle(A, A, A);', ['triangle', 'line']).place?.line).toBe(1);
  });

  it('stays where it is if there are several, or none', () => {
    expect(placeIn('line(A, B);\nline(A, A);')).toBe(PROBLEM);
    expect(placeIn('draw(unitcircle);')).toBe(PROBLEM);
    expect(placeIn('void line() {}\n// line(A)')).toBe(PROBLEM);
  });
});
