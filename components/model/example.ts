/** An example of the gallery, in the language of the page. */
export interface Example {
  /** Its file without the extension. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly group: string;
  /** The address of its picture. */
  readonly picture: string;
}

/** Examples whose words hold every word of the query, by group, in the order in which groups come first. */
export function groupExamples(examples: readonly Example[], query: string): { group: string; examples: Example[] }[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = examples.filter(({ title, about, group }) => {
    const text = `${title} ${about} ${group}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = [...new Set(found.map(({ group }) => group))];
  return groups.map((group) => ({ group, examples: found.filter((example) => example.group === group) }));
}
