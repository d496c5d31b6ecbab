import { describe, expect, it } from 'vitest';
import { groupExamples, type Example } from './example';

const example = (name: string, group: string): Example => ({
  ...{ name, group },
  title: name,
  about: `About ${name}.`,
  picture: '',
});
const EXAMPLES = [
  example('Unit circle', 'Geometry'),
  example('Ellipse', 'Geometry'),
  example('Penrose tiling', 'Patterns'),
];

describe('the gallery', () => {
  it('has groups in the order of the examples', () => {
    expect(groupExamples(EXAMPLES, '').map(({ group, examples }) => [group, examples.length])).toEqual([
      ['Geometry', 2],
      ['Patterns', 1],
    ]);
  });

  it('finds examples by words of their title, sentence and group', () => {
    expect(groupExamples(EXAMPLES, 'TILING about')).toEqual([{ group: 'Patterns', examples: [EXAMPLES[2]] }]);
    expect(groupExamples(EXAMPLES, 'geometry').flatMap(({ examples }) => examples)).toHaveLength(2);
    expect(groupExamples(EXAMPLES, 'no such thing')).toEqual([]);
  });
});
