import type { Result } from '@/core/result';
import type { Panel } from '../admin/hub';
import { cannot, type ActionsAbout } from '../admin/adminAction';
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
export function graphPanels(graphs: () => GraphsSeen | undefined): Record<'graphs' | 'apiTokens' | 'artifacts', Panel> {
  const tokens = async () =>
    Object.fromEntries(((await graphs()?.tokens.list()) ?? []).map((token) => [token.id, token]));
  const artifacts = async () => {
    const lines = (await graphs()?.newestArtifacts()) ?? [];
    return Object.fromEntries(lines.map((line) => [`${line.task}/${line.file}`, { ...line }]));
  };
  return {
    graphs: panel<'graphs'>(1000, async () => (await graphs()?.overview()) ?? {}),
    apiTokens: panel<'apiTokens'>(2000, tokens, 'admin'),
    artifacts: panel<'artifacts'>(2000, artifacts, 'admin'),
  };
}

export function graphActions(graphs: () => GraphsSeen | undefined): ActionsAbout<'artifact' | 'apiToken'> {
  return {
    'artifact.remove': async ({ task, file }) => {
      const removed = await graphs()?.removeArtifact(task, file);
      if (!removed) return cannot('The task graphs are not there yet.', 'no-graphs');
      if (!removed.ok) {
        const { code, message } = removed.failure;
        return cannot(message, code === 'unknown-artifact' ? code : undefined);
      }
      return success({ what: `artifact ${file} of task ${task}`, before: 'kept', after: 'removed' });
    },
    'apiToken.create': async (body) => {
      const made = await graphs()?.tokens.create(body);
      if (!made) return cannot('The task graphs are not there yet.', 'no-graphs');
      return success({
        what: `API token ${made.id} (${body.name})`,
        before: 'none',
        after: body.role,
        shown: made.token,
      });
    },
    'apiToken.revoke': async ({ id }) => {
      const revoked = await graphs()?.tokens.revoke(id);
      return revoked
        ? success({ what: `API token ${id}`, before: 'valid', after: 'revoked' })
        : cannot('There is no such token.', 'unknown-token');
    },
  };
}
