import { describe, expect, it } from 'vitest';
import { SERVES_ALL, servedBy } from './served';

// docs/task-graph.md, 8
describe('whom a worker serves', () => {
  it('is everybody with a token where nothing is named', () => {
    expect(servedBy({}, {})).toEqual(SERVES_ALL);
  });

  it('is what both its token and its claim name', () => {
    const served = servedBy({ owners: ['token:a', 'token:b'], labels: ['x'] }, { owners: ['token:b', 'token:c'] });
    expect(served).toEqual({ owners: ['token:b'], labels: [['x']] });
  });

  it('is nobody where a claim names only others than its token', () => {
    expect(servedBy({ owners: ['token:a'] }, { owners: ['token:b'], labels: ['x'] })).toEqual({
      owners: [],
      labels: [['x']],
    });
  });
});
