/** People leave out accents when they search: `parametres`, `темная`. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * Those whose text holds every word of the query, in any order and case, with or without accents. Where a title is told, those whose title
 * begins with the first word come first.
 */
export function searchText<Item>(
  all: readonly Item[],
  query: string,
  textOf: (item: Item) => string,
  titleOf: (item: Item) => string = () => '',
): Item[] {
  const words = folded(query).split(/\s+/).filter(Boolean);
  const found = all.filter((item) => {
    const text = folded(textOf(item));
    return words.every((word) => text.includes(word));
  });
  const [first = ''] = words;
  const begins = (item: Item) => folded(titleOf(item)).startsWith(first);
  return [...found.filter(begins), ...found.filter((item) => !begins(item))];
}
