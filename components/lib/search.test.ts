import { describe, expect, it } from 'vitest';
import { searchText } from './search';

const ALL = [
  ['amsmath', 'amsbsy', 'amsmath'],
  ['mathtools', 'mathtools'],
  ['siunitx', 'siunitx'],
];
const search = (query: string) =>
  searchText(
    ALL,
    query,
    (names) => names.join(' '),
    ([name = '']) => name,
  ).map(([name]) => name);

describe('a search', () => {
  it('looks at all of the text, and puts titles that begin so first', () => {
    expect(search('MATH')).toEqual(['mathtools', 'amsmath']);
    expect(search('amsbsy')).toEqual(['amsmath']);
    expect(search('')).toHaveLength(3);
  });

  it('takes words in any order, and all of them', () => {
    expect(search('amsbsy ams')).toEqual(['amsmath']);
    expect(search('amsbsy tools')).toEqual([]);
  });

  it('does not insist on accents', () => {
    const find = (query: string) => searchText(['Paramètres', 'Тема: тёмная'], query, (text) => text);
    expect(find('parametres')).toEqual(['Paramètres']);
    expect(find('тёмная')).toEqual(find('темная'));
    expect(find('темная')).toHaveLength(1);
  });
});
