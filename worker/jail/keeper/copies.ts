import { writeFileSync } from 'node:fs';
import { JAIL_LIMITS } from '@/core/limits';
import type { Cgroup } from './cgroup';
import { childrenOf } from './processTree';
import { differences } from './sameWalls';
import type { CopyEnd, Place, Template } from './template';
import type { Family } from './templates';

/**
 * Fills a jail that has been built from templates: the tools and asy. Each copy waits behind the walls until it is counted
 * with the jail's other processes and the kernel says that its walls are theirs; one that is not kills the whole jail.
 */

interface Filling {
  /** The first process of the jail, seen from outside; its child holds the jail. */
  readonly first: number;
  readonly cgroup: Cgroup | undefined;
  readonly limits: Place['limits'];
  readonly niceness: number;
}

/** The numbers of the copies, seen from outside. Throws if one could not be placed. */
export async function fill(family: Family, filling: Filling, onEnd: (end: CopyEnd) => void): Promise<number[]> {
  const [holder] = childrenOf(filling.first);
  if (holder === undefined) throw new Error('a jail ended before it was filled');
  const { limits, niceness, cgroup } = filling;
  const place = { process: holder, niceness, limits };
  const put = async (template: Template, hasStreams: boolean, ended: (end: CopyEnd) => void) => {
    const copy = await template.place(place, ended);
    for (const file of cgroup?.joinFiles ?? []) writeFileSync(file, String(copy));
    writeFileSync(`/proc/${copy}/oom_score_adj`, String(JAIL_LIMITS.oomScore));
    const different = differences(holder, copy, hasStreams);
    if (different.length > 0) throw new Error(`a copy is behind other walls: ${different.join(', ')}`);
    return { template, copy };
  };
  const copies = await Promise.all([
    ...family.tools.map((tool) => put(tool, false, () => undefined)),
    put(family.asy, true, onEnd),
  ]);
  for (const { template, copy } of copies) template.goOn(copy);
  return copies.map(({ copy }) => copy);
}
