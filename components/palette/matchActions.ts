import type { Action } from '@/components/actions/action';

/** Actions whose title holds every word of the query, those that begin with it first. */
export function matchActions(actions: readonly Action[], query: string): readonly Action[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = actions.filter(({ title, group }) => {
    const text = `${title} ${group}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const begins = ({ title }: Action) => title.toLowerCase().startsWith(words[0] ?? '');
  return [...found.filter(begins), ...found.filter((action) => !begins(action))];
}
