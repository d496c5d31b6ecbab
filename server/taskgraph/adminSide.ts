import { z } from 'zod';
import type { Result } from '@/core/result';
import { ROLES } from '@/core/taskgraph/serviceSchema';
import type { Panel } from '../admin/hub';
import { adminAction, cannot, type AdminActions } from '../admin/adminAction';
import { panel } from '../admin/panels';
import type { ArtifactRow } from '@/core/taskgraph/artifactRow';
import { success } from '@/core/result';
import type { GraphOverview } from './overview';
import type { TokenStore } from './tokens';

/** What task graphs bring to the admin page: how they stand, what they left, and the tokens of the API. */

export interface GraphsSeen {
  overview(): Promise<GraphOverview>;
  newestArtifacts(): Promise<readonly ArtifactRow[]>;
  removeArtifact(task: string, file: string): Promise<Result<void>>;
  readonly tokens: TokenStore;
}

/** `graphs` is asked when it is needed: the admin side is there before the graphs are. */
export function graphPanels(graphs: () => GraphsSeen | undefined): Record<string, Panel> {
  const tokens = async () =>
    Object.fromEntries(((await graphs()?.tokens.list()) ?? []).map((token) => [token.id, token]));
  const artifacts = async () => {
    const lines = (await graphs()?.newestArtifacts()) ?? [];
    return Object.fromEntries(lines.map((line) => [`${line.task}/${line.file}`, { ...line }]));
  };
  return {
    graphs: panel(1000, async () => (await graphs()?.overview()) ?? {}),
    apiTokens: panel(2000, tokens, 'admin'),
    artifacts: panel(2000, artifacts, 'admin'),
  };
}

export function graphActions(graphs: () => GraphsSeen | undefined): AdminActions {
  const wanted = z.object({ name: z.string().trim().min(1, 'needs a name').max(64), role: z.enum(ROLES) });
  const artifact = z.object({ task: z.string().min(1).max(64), file: z.string().min(1).max(255) });
  return {
    'artifact.remove': adminAction('admin', artifact, async ({ task, file }) => {
      const removed = await graphs()?.removeArtifact(task, file);
      if (!removed) return cannot('The task graphs are not there yet.', 'no-graphs');
      if (!removed.ok) {
        const { code, message } = removed.failure;
        return cannot(message, code === 'unknown-artifact' ? code : undefined);
      }
      return success({ what: `artifact ${file} of task ${task}`, after: 'removed' });
    }),
    'apiToken.create': adminAction('admin', wanted, async (body) => {
      const made = await graphs()?.tokens.create(body);
      if (!made) return cannot('The task graphs are not there yet.', 'no-graphs');
      return success({ what: `API token ${made.id} (${body.name})`, after: body.role, shown: made.token });
    }),
    'apiToken.revoke': adminAction('admin', z.object({ id: z.string().min(1).max(64) }), async ({ id }) => {
      const revoked = await graphs()?.tokens.revoke(id);
      return revoked
        ? success({ what: `API token ${id}`, after: 'revoked' })
        : cannot('There is no such token.', 'unknown-token');
    }),
  };
}
