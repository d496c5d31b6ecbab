import type { Redis } from 'ioredis';
import { decision, endedTask } from '@/core/admin/endedTask';
import type { Json } from '@/core/admin/patch';
import { readQueueState } from '@/core/admin/queueState';
import { bucket, BUCKETS_KEPT, WIDTHS_SECONDS } from '@/core/admin/series';
import { readWord } from '@/core/words';
import { KEYS } from '@/platform/redis/keys';
import { readCards, type Health } from '../health';
import type { AuditLog } from './auditLog';
import type { ControlDesk } from './controlDesk';
import type { Panel } from './hub';
import type { TokenBook } from './tokens';

/** What the admin page shows of the whole system, whichever front it is connected to: all of it is in Redis. */

export interface PanelParts {
  readonly redis: Redis;
  readonly desk: ControlDesk;
  readonly audit: AuditLog;
  readonly tokens: TokenBook;
  readonly readHealth: () => Promise<Health>;
}

const ENDED_SHOWN = 200;
const DECISIONS_SHOWN = 100;

export function housePanels(parts: PanelParts): Record<string, Panel> {
  const { redis, desk, audit, tokens } = parts;
  return {
    queue: panel(500, async () => readQueueState(await redis.get(KEYS.queueState)) ?? {}),
    ended: panel(500, () => newest(redis, KEYS.ended, ENDED_SHOWN, endedTask)),
    decisions: panel(500, () => newest(redis, KEYS.decisions, DECISIONS_SHOWN, decision)),
    series: panel(2500, () => series(redis)),
    health: panel(1000, () => parts.readHealth()),
    workers: panel(1000, async () =>
      Object.fromEntries((await readCards(redis)).map((card) => [card.worker, card] as const)),
    ),
    control: panel(500, async () => desk.current),
    audit: panel(500, () => audit.list(), 'admin'),
    tokens: panel(1000, () => tokens.list(), 'admin'),
  };
}

/** Whatever is plain data is JSON once it went through it; undefined fields are gone. */
export function panel(everyMilliseconds: number, read: () => Promise<unknown>, role: Panel['role'] = 'viewer'): Panel {
  return { everyMilliseconds, role, read: async () => JSON.parse(JSON.stringify(await read())) as Json };
}

/** By the id of its entry, which tells its place. */
async function newest<T>(redis: Redis, stream: string, count: number, schema: Parameters<typeof readWord<T>>[0]) {
  const entries = await redis.xrevrange(stream, '+', '-', 'COUNT', count);
  return Object.fromEntries(
    entries.flatMap(([id, fields]) => {
      const read = readWord(schema, fields[1] ?? '');
      return read === undefined ? [] : [[id, read] as const];
    }),
  );
}

async function series(redis: Redis): Promise<Record<string, Record<string, unknown>>> {
  const widths = await Promise.all(
    WIDTHS_SECONDS.map(async (width) => {
      const texts = await redis.lrange(KEYS.series(width), -BUCKETS_KEPT[width], -1);
      const buckets = texts.flatMap((text) => readWord(bucket, text) ?? []);
      return [String(width), Object.fromEntries(buckets.map((one) => [String(one.atMs), one] as const))] as const;
    }),
  );
  return Object.fromEntries(widths);
}
