import type { Redis } from 'ioredis';
import type { Job } from '@/core/periodic/job';
import { KEYS } from '@/platform/redis/keys';
import { readRecord } from './batchReader';
import type { Link } from './link';

/** All jobs of a func, a page at a time: a script that told of all would hold up everybody else. */

const SCAN_COUNT = 500;

export async function* jobsOf(func: string, redis: Redis, link: Pick<Link, 'hold'>): AsyncGenerator<readonly Job[]> {
  const key = Buffer.from(KEYS.periodic('jobs', func), 'latin1');
  const seen = new Set<string>();
  let cursor = '0';
  do {
    const [next, pairs] = await link.hold(redis.hscanBuffer(key, cursor, 'COUNT', SCAN_COUNT));
    cursor = next.toString();
    const jobs: Job[] = [];
    for (let i = 0; i + 1 < pairs.length; i += 2) {
      const name = (pairs[i] ?? Buffer.alloc(0)).toString('latin1');
      const record = pairs[i + 1];
      // A scan may tell the same twice while the hash grows or shrinks.
      if (record === undefined || seen.has(name)) continue;
      seen.add(name);
      jobs.push(readRecord(func, name, record));
    }
    yield jobs;
  } while (cursor !== '0');
}
