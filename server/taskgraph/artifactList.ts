import type { ArtifactLine } from '@/core/taskgraph/artifactLine';
import { KEYS } from '@/platform/redis/keys';
import type { Parts } from './parts';
import { artifactsOfRecord, artifactUrl, isoTime } from './record';

/** What tasks drew or wrote last, of all owners, for the admin page. */

const MAX_TASKS_LISTED = 100;

/** The newest first. */
export async function newestArtifacts({ redis, reader }: Pick<Parts, 'redis' | 'reader'>): Promise<ArtifactLine[]> {
  const found = await redis.zrevrange(KEYS.graph('artifacts'), 0, MAX_TASKS_LISTED - 1, 'WITHSCORES');
  const times = new Map<string, string>();
  for (let i = 0; i + 1 < found.length; i += 2) times.set(found[i] ?? '', found[i + 1] ?? '');
  const tasks = await reader.readMany([...times.keys()], false);
  return tasks.flatMap(({ id, fields }) =>
    artifactsOfRecord(fields).map(({ file, type, bytes }) => ({
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
