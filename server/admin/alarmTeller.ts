import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { isQuietAt, NOTHING_TOLD, tellAlarms, thresholdAlarms, type TellingState } from '@/core/admin/alarming';
import { readQueueState } from '@/core/admin/queueState';
import { reasonValues, SEVERE_ALARMS } from '@/core/admin/reason';
import { bucket } from '@/core/admin/series';
import type { Webhook } from '@/core/admin/webhook';
import { readMessage } from '@/core/messages';
import type { Log } from '@/platform/log';
import { Loop } from '@/platform/loop';
import { KEYS } from '@/platform/redis/keys';
import type { Service } from '@/platform/service';
import type { Health } from '../health';
import type { WebhookDelivery } from './webhookDelivery';
import type { WebhookStore } from './webhookStore';

/**
 * Looks at the alarms once a second and has webhooks told. One front does it for all, by a lease; what was told stands in
 * Redis, so that another goes on where it stopped. Without webhooks nobody looks.
 */

const LOOK_MS = 1000;
const LEASE_MS = 4000;
/** Buckets of five seconds that make the last minute. */
const MINUTE_BUCKETS = 12;

const news = z.object({ code: z.string(), message: z.string(), values: reasonValues.optional() });
const tellingState: z.ZodType<TellingState> = z.object({
  on: z.record(z.string(), z.object({ news, sinceMs: z.number(), isTold: z.boolean() })),
  toldAtMs: z.record(z.string(), z.number()),
});

interface AlarmTellerOptions {
  readonly redis: Redis;
  readonly store: WebhookStore;
  readonly delivery: Pick<WebhookDelivery, 'send'>;
  readonly readHealth: () => Promise<Health>;
  /** Maintenance is a window, too. */
  readonly isMaintained: () => boolean;
  readonly source: string | undefined;
  readonly log: Log;
}

export class AlarmTeller implements Service {
  private readonly id = randomUUID();
  private readonly looking: Loop;

  constructor(private readonly options: AlarmTellerOptions) {
    const runOnce = () => this.runOnce(Date.now());
    this.looking = new Loop({ what: 'telling webhooks of alarms', everyMs: LOOK_MS, runOnce, log: options.log });
  }

  start(): void {
    this.looking.start();
  }

  stop(): Promise<void> {
    return this.looking.stop();
  }

  async runOnce(nowMs: number): Promise<void> {
    const { store, readHealth, isMaintained } = this.options;
    const hooks = await store.hooks();
    if (hooks.length === 0 || !(await this.hasLease())) return;
    const [health, measured, windows] = await Promise.all([readHealth(), this.measure(nowMs), store.windows(nowMs)]);
    const isQuiet = isMaintained() || isQuietAt(windows, nowMs);
    for (const hook of hooks) {
      const alarms = [...health.alarms, ...thresholdAlarms(hook, measured)];
      await this.tell(hook, { alarms, nowMs, isQuiet });
    }
  }

  private async tell(hook: Webhook, seen: Parameters<typeof tellAlarms>[2]): Promise<void> {
    const { redis, delivery, source } = this.options;
    const text = await redis.hget(KEYS.alarmsTold, hook.id);
    const { state, tellings } = tellAlarms(hook, readMessage(tellingState, text ?? '') ?? NOTHING_TOLD, seen);
    for (const { event, news: said, sinceMs } of tellings) {
      const alarm = { ...said, severe: SEVERE_ALARMS.has(said.code), since: new Date(sinceMs).toISOString() };
      await delivery.send(hook, { event, source, alarm });
    }
    // After they are in the queue: whoever dies in between tells twice rather than never.
    const next = JSON.stringify(state);
    if (next !== text) await redis.hset(KEYS.alarmsTold, hook.id, next);
  }

  private async hasLease(): Promise<boolean> {
    const { redis } = this.options;
    if ((await redis.set(KEYS.alarmTeller, this.id, 'PX', LEASE_MS, 'NX')) === 'OK') return true;
    if ((await redis.get(KEYS.alarmTeller)) !== this.id) return false;
    await redis.pexpire(KEYS.alarmTeller, LEASE_MS);
    return true;
  }

  private async measure(nowMs: number) {
    const { redis } = this.options;
    const [text, texts] = await Promise.all([
      redis.get(KEYS.queueState),
      redis.lrange(KEYS.series(5), -MINUTE_BUCKETS, -1),
    ]);
    const since = Object.values(readQueueState(text)?.classes ?? {}).flatMap((one) => one.oldestSinceMs ?? []);
    const recent = texts
      .flatMap((one) => readMessage(bucket, one) ?? [])
      .filter(({ atMs }) => atMs > nowMs - MINUTE_BUCKETS * 5000);
    return {
      oldestSeconds: since.length === 0 ? undefined : (nowMs - Math.min(...since)) / 1000,
      ended: recent.reduce((sum, one) => sum + one.done, 0),
      failed: recent.reduce((sum, one) => sum + one.failed, 0),
    };
  }
}
