import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesQuery, parseQuery, QUALIFIERS, suggestQueries, type Searchable } from './query';

const TASK: Searchable = {
  ...{ task: '7f3a', taskClass: 'slow', client: 'Ann Lee', address: '10.0.0.7', owner: 'connection' },
  ...{ backend: 'w-1.2', state: 'failed', cause: 'time-limit', text: 'no matching variable', sinceMs: 0 },
};
const found = (text: string, nowMs = 60_000) => matchesQuery(parseQuery(text), TASK, nowMs);

describe('a query', () => {
  it.each([
    ['', true],
    ['class:slow cause:timeout', true],
    ['class:slo', false],
    ['client:"ann lee" backend:w-1', true],
    ['-class:fast', true],
    ['-class:slow', false],
    ['MATCHING 7f3', true],
    ['nowhere', false],
    ['older:30s newer:2m', true],
    ['older:2m', false],
    ['class: slow', true],
  ])('%s', (text, isFound) => expect(found(text)).toBe(isFound));

  it('matches nothing where it is not understood, and says which part', () => {
    expect(parseQuery('class:slow colour:red').wrong).toBe('colour:red');
    expect(parseQuery('older:long').wrong).toBe('older:long');
    expect(found('colour:red')).toBe(false);
    // An address of version 6 is no qualifier.
    expect(parseQuery('2001:db8::1').wrong).toBeUndefined();
  });

  it('is read whatever is written, and a term and its opposite never both match', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...QUALIFIERS), (text, name) => {
        found(text);
        const [value] = text.split(/[\s"]/);
        if (value && !parseQuery(`${name}:${value}`).wrong)
          expect(found(`${name}:${value}`)).not.toBe(found(`-${name}:${value}`));
      }),
    );
  });
});

describe('suggestions', () => {
  it('go on with what was written last', () => {
    const vocabulary = { class: ['fast', 'slow'], client: ['Ann Lee'] };
    expect(suggestQueries('class:slow ca', vocabulary)).toEqual(['class:slow cause:']);
    expect(suggestQueries('-class:f', vocabulary)).toEqual(['-class:fast']);
    expect(suggestQueries('client:a', vocabulary)).toEqual(['client:"Ann Lee"']);
    expect(suggestQueries('older:', vocabulary)).toEqual(['older:30s', 'older:2m', 'older:1h']);
    expect(suggestQueries('class:slow', vocabulary)).toEqual([]);
  });
});
