import { importsIn } from '@/core/language/definitions';
import { isProgramName } from '@/core/submission/fileNames';
import { textOf, type Draft } from './draft';
import type { PageFormat } from './settings';
import type { PlaygroundState } from './state';

/** The modules of Asymptote that draw in space. */
const SPATIAL: ReadonlySet<string> = new Set([
  ...['three', 'graph3', 'solids', 'tube', 'contour3', 'smoothcontour3', 'grid3', 'labelpath3', 'obj', 'bsp', 'v3d'],
]);

const known = new WeakMap<Draft['files'], boolean>();

/** It imports what draws in space, itself or by a file of its own. */
export function isSpatial(draft: Draft): boolean {
  const before = known.get(draft.files);
  if (before !== undefined) return before;
  const seen = new Set([draft.main]);
  // Grows while it is read: each file that is imported is looked at once.
  for (const name of seen)
    for (const { module } of importsIn(textOf(draft, name))) {
      if (SPATIAL.has(module) && textOf(draft, `${module}.asy`) === '') return remember(draft, true);
      if (isProgramName(`${module}.asy`)) seen.add(`${module}.asy`);
    }
  return remember(draft, false);
}

function remember({ files }: Draft, is: boolean): boolean {
  known.set(files, is);
  return is;
}

/** The format the picture is drawn in: the chosen one, or else a scene to turn where there is one. */
export function formatOf({
  settings,
  draft,
  flatDraft,
}: Pick<PlaygroundState, 'settings' | 'draft' | 'flatDraft'>): PageFormat {
  return settings.chosenFormat ?? (isSpatial(draft) && flatDraft !== draft.id ? 'html' : 'svg');
}
