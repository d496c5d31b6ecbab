/** A package with its styles, or a family of fonts with its kinds: the name first. */
export type Listed = readonly [name: string, ...parts: readonly string[]];

/** Those with the words in their name or in the name of a part, the names that begin with them first. */
export function searchListed(all: readonly Listed[], query: string): readonly Listed[] {
  const words = query.trim().toLowerCase();
  const found = all.filter((names) => names.some((name) => name.toLowerCase().includes(words)));
  const begins = ([name]: Listed) => name.toLowerCase().startsWith(words);
  return [...found.filter(begins), ...found.filter((listed) => !begins(listed))];
}
