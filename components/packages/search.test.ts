import { describe, expect, it } from 'vitest';
import { searchListed, type Listed } from './search';

const ALL: readonly Listed[] = [
  ['amsmath', 'amsbsy', 'amsmath'],
  ['mathtools', 'mathtools'],
  ['siunitx', 'siunitx'],
];

describe('the search for a package', () => {
  it('looks at names and styles, beginnings first', () => {
    expect(searchListed(ALL, 'MATH').map(([name]) => name)).toEqual(['mathtools', 'amsmath']);
    expect(searchListed(ALL, 'amsbsy').map(([name]) => name)).toEqual(['amsmath']);
    expect(searchListed(ALL, '')).toHaveLength(3);
  });
});
