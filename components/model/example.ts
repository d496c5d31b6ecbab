/** An example of the gallery. What is known about it stands in its first line: `// Title. A sentence.` */
export interface Example {
  /** Its file without the extension. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly group: string;
  /** The address of its picture; absent if it was not drawn. */
  readonly picture?: string;
}

const GROUPS: Readonly<Record<string, string>> = {
  geometry: 'Geometry',
  functions: 'Functions',
  data: 'Data',
  physics: 'Physics',
  computing: 'Computing',
  patterns: 'Patterns',
  space: 'Space',
};

/** In the order of the gallery. */
export const GROUP_ORDER: readonly string[] = Object.values(GROUPS);

export function describeExample(name: string, code: string, picture?: string): Example {
  const [, title = name, about = ''] = /^\/\/ ([^.]+)\. (.+)$/m.exec(code.split('\n', 1)[0] ?? '') ?? [];
  const group = GROUPS[name.split('-')[0] ?? ''] ?? GROUP_ORDER[0] ?? '';
  return { name, title, about, group, picture };
}

/** Examples whose words hold every word of the query, by group. */
export function groupExamples(examples: readonly Example[], query: string): { group: string; examples: Example[] }[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = examples.filter(({ title, about, group }) => {
    const text = `${title} ${about} ${group}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return GROUP_ORDER.map((group) => ({ group, examples: found.filter((example) => example.group === group) })).filter(
    ({ examples: some }) => some.length > 0,
  );
}
