import { z } from 'zod';
import { ROLES } from '@/core/taskgraph/serviceSchema';
import type { Panel } from '../admin/hub';
import { lever, type Levers } from '../admin/lever';
import { panel } from '../admin/panels';
import type { GraphOverview } from './overview';
import type { TokenBook } from './tokens';

/** What task graphs bring to the admin page: how they stand, and the tokens of the API. */

export interface GraphsSeen {
  overview(): Promise<GraphOverview>;
  readonly tokens: TokenBook;
}

/** `graphs` is asked when it is needed: the admin side is there before the graphs are. */
export function graphPanels(graphs: () => GraphsSeen | undefined): Record<string, Panel> {
  const tokens = async () =>
    Object.fromEntries(((await graphs()?.tokens.list()) ?? []).map((token) => [token.id, token]));
  return {
    graphs: panel(1000, async () => (await graphs()?.overview()) ?? {}),
    apiTokens: panel(2000, tokens, 'admin'),
  };
}

export function graphLevers(graphs: () => GraphsSeen | undefined): Levers {
  const wanted = z.object({ name: z.string().trim().min(1, 'needs a name').max(64), role: z.enum(ROLES) });
  return {
    'apiToken.create': lever('admin', wanted, async ({ name, role }) => {
      const made = await graphs()?.tokens.create(name, role);
      if (!made) return { refused: 'The task graphs are not there yet.' };
      return { what: `API token ${made.id} (${name})`, after: role, shown: made.token };
    }),
    'apiToken.revoke': lever('admin', z.object({ id: z.string().min(1).max(64) }), async ({ id }) => {
      const revoked = await graphs()?.tokens.revoke(id);
      return revoked ? { what: `API token ${id}`, after: 'revoked' } : { refused: 'There is no such token.' };
    }),
  };
}
