import type { ArtifactRow } from '@/core/taskgraph/artifactRow';
import { KEYS } from '@/platform/redis/keys';
import type { Parts } from './parts';
import { artifactsOfDetached, artifactUrl, isoTime } from './storedTask';

/** What tasks drew or wrote last, of all owners, for the admin page. */

const MAX_TASKS_LISTED = 100;

/** The newest first. */
export async function newestArtifacts({ redis, reader }: Pick<Parts, 'redis' | 'reader'>): Promise<ArtifactRow[]> {
  const found = await redis.zrevrange(KEYS.graph('artifacts'), 0, MAX_TASKS_LISTED - 1, 'WITHSCORES');
  const times = new Map<string, string>();
  for (let i = 0; i + 1 < found.length; i += 2) times.set(found[i] ?? '', found[i + 1] ?? '');
  const tasks = await reader.readMany([...times.keys()], false);
  return tasks.flatMap(({ id, fields }) =>
    artifactsOfDetached(fields).map(({ file, type, bytes }) => ({
      task: id,
      file,
      type,
      bytes,
      url: artifactUrl(id, file),
      title: fields.name ?? fields.local ?? id,
      owner: fields.owner ?? '',
      kept_at: isoTime(times.get(id) ?? 0),
    })),
  );
}
