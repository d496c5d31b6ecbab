import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GROUP_ORDER, describeExample, groupExamples } from './example';

const EXAMPLES = readdirSync('examples')
  .filter((file) => file.endsWith('.asy'))
  .map((file) => describeExample(file.replace('.asy', ''), readFileSync(`examples/${file}`, 'utf8')));

describe('the gallery', () => {
  it('has at least 24 examples, each with a title, a sentence and a group', () => {
    expect(EXAMPLES.length).toBeGreaterThanOrEqual(24);
    for (const { name, title, about, group } of EXAMPLES) {
      expect(title, name).not.toBe(name);
      expect(about, name).toMatch(/\.$/);
      expect(GROUP_ORDER, name).toContain(group);
    }
    expect(new Set(EXAMPLES.map(({ title }) => title)).size).toBe(EXAMPLES.length);
  });

  it('finds examples by words, in the order of the groups', () => {
    expect(groupExamples(EXAMPLES, '').map(({ group }) => group)).toEqual(GROUP_ORDER);
    expect(groupExamples(EXAMPLES, 'TILING never')).toMatchObject([
      { group: 'Patterns', examples: [{ title: 'Penrose tiling' }] },
    ]);
    expect(groupExamples(EXAMPLES, 'no such thing')).toEqual([]);
  });
});
