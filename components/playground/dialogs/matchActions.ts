import { searchText } from '@/components/lib/search';
import type { Action, ActionTranslator } from '@/components/workbench/actions/action';

/** Actions whose title and group hold every word of the query, those that begin with it first. */
export function matchActions(actions: readonly Action[], query: string, t: ActionTranslator): readonly Action[] {
  return searchText(
    actions,
    query,
    ({ title, group }) => `${title(t)} ${t(`groups.${group}`)}`,
    ({ title }) => title(t),
  );
}
