import type { Redis } from 'ioredis';
import { decision, endedTask } from '@/core/admin/endedTask';
import type { Json } from '@/core/admin/patch';
import type { PanelDocument, PanelName } from '@/core/admin/panels';
import { readQueueState } from '@/core/admin/queueState';
import { bucket, BUCKETS_KEPT, WIDTHS_SECONDS } from '@/core/admin/series';
import { readMessage } from '@/core/messages';
import { KEYS } from '@/platform/redis/keys';
import { readHeartbeats, type Health } from '../health';
import type { FailureStore } from '../queue/failureStore';
import type { AuditLog } from './auditLog';
import type { ControlStore } from './controlStore';
import type { Panel } from './hub';
import type { SessionStore } from './sessionStore';
import type { WebhookDelivery } from './webhookDelivery';
import type { WebhookStore } from './webhookStore';
import type { TokenStore } from './tokens';

/** What the admin page shows of the whole system, whichever front it is connected to: all of it is in Redis. */

interface PanelParts {
  readonly redis: Redis;
  readonly controls: ControlStore;
  readonly audit: AuditLog;
  readonly tokens: TokenStore;
  readonly sessions: SessionStore;
  readonly failures: Pick<FailureStore, 'figures'>;
  readonly webhooks: Pick<WebhookStore, 'hooks' | 'windows'>;
  readonly delivery: Pick<WebhookDelivery, 'list'>;
  readonly readHealth: () => Promise<Health>;
}

const ENDED_SHOWN = 200;
const DECISIONS_SHOWN = 100;

export function systemPanels(parts: PanelParts) {
  const { redis, controls, audit, tokens, sessions, failures } = parts;
  return {
    queue: panel<'queue'>(500, async () => readQueueState(await redis.get(KEYS.queueState)) ?? {}),
    ended: panel<'ended'>(500, () => newest(redis, KEYS.ended, ENDED_SHOWN, endedTask)),
    decisions: panel<'decisions'>(500, () => newest(redis, KEYS.decisions, DECISIONS_SHOWN, decision)),
    series: panel<'series'>(2500, () => series(redis)),
    health: panel<'health'>(1000, () => parts.readHealth()),
    workers: panel<'workers'>(1000, async () =>
      Object.fromEntries((await readHeartbeats(redis)).map((heartbeat) => [heartbeat.worker, heartbeat] as const)),
    ),
    control: panel<'control'>(500, async () => controls.current),
    failures: panel<'failures'>(1000, () => failures.figures()),
    webhooks: panel<'webhooks'>(1000, () => webhooks(parts), 'admin'),
    audit: panel<'audit'>(500, () => audit.list(), 'admin'),
    tokens: panel<'tokens'>(1000, () => tokens.list(), 'admin'),
    sessions: panel<'sessions'>(1000, () => sessions.list(), 'admin'),
  };
}

/** Whatever is plain data is JSON once it went through it; undefined fields are gone. */
export function panel<Name extends PanelName>(
  everyMs: number,
  read: () => Promise<PanelDocument<Name>>,
  role: Panel['role'] = 'viewer',
): Panel {
  return { everyMs, role, read: async () => JSON.parse(JSON.stringify(await read())) as Json };
}

/** By the id of its entry, which tells its place. */
async function newest<T>(redis: Redis, stream: string, count: number, schema: Parameters<typeof readMessage<T>>[0]) {
  const entries = await redis.xrevrange(stream, '+', '-', 'COUNT', count);
  return Object.fromEntries(
    entries.flatMap(([id, fields]) => {
      const read = readMessage(schema, fields[1] ?? '');
      return read === undefined ? [] : [[id, read] as const];
    }),
  );
}

async function webhooks({ webhooks: store, delivery }: PanelParts): Promise<PanelDocument<'webhooks'>> {
  const [hooks, windows, deliveries] = await Promise.all([store.hooks(), store.windows(Date.now()), delivery.list()]);
  const byId = <T extends { readonly id: string }>(all: readonly T[]) =>
    Object.fromEntries(all.map((one) => [one.id, one] as const));
  return { hooks: byId(hooks), windows: byId(windows), deliveries };
}

async function series(redis: Redis): Promise<PanelDocument<'series'>> {
  const widths = await Promise.all(
    WIDTHS_SECONDS.map(async (width) => {
      const texts = await redis.lrange(KEYS.series(width), -BUCKETS_KEPT[width], -1);
      const buckets = texts.flatMap((text) => readMessage(bucket, text) ?? []);
      return [String(width), Object.fromEntries(buckets.map((one) => [String(one.atMs), one] as const))] as const;
    }),
  );
  return Object.fromEntries(widths);
}
