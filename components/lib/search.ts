/**
 * Those whose text holds every word of the query, in any order and case. Where a title is told, those whose title
 * begins with the first word come first.
 */
export function searchText<Item>(
  all: readonly Item[],
  query: string,
  textOf: (item: Item) => string,
  titleOf: (item: Item) => string = () => '',
): Item[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter((item) => {
    const text = textOf(item).toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const [first = ''] = words;
  const begins = (item: Item) => titleOf(item).toLowerCase().startsWith(first);
  return [...found.filter(begins), ...found.filter((item) => !begins(item))];
}
