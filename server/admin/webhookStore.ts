import { createHmac, randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { ADMIN_LIMITS } from '@/core/admin/limits';
import { quietWindow, webhook, type QuietWindow, type Webhook, type WebhookSettings } from '@/core/admin/webhook';
import { readMessage } from '@/core/messages';
import { KEYS } from '@/platform/redis/keys';

/**
 * Webhooks and maintenance windows in Redis. The secret that signs messages is not there: it follows from the secret that all
 * fronts share, and from the id of the webhook.
 */
export class WebhookStore {
  constructor(
    private readonly redis: Redis,
    private readonly secret: Buffer,
  ) {}

  secretOf(id: string): string {
    return createHmac('sha256', this.secret).update(`webhook:${id}`).digest('base64url');
  }

  hooks(): Promise<Webhook[]> {
    return this.all(KEYS.webhooks, webhook);
  }

  async hook(id: string): Promise<Webhook | undefined> {
    return (await this.hooks()).find((one) => one.id === id);
  }

  /** Those that are over are forgotten. */
  async windows(nowMs: number): Promise<QuietWindow[]> {
    const all = await this.all(KEYS.quietWindows, quietWindow);
    const over = all.filter(({ untilMs }) => untilMs <= nowMs).map(({ id }) => id);
    if (over.length > 0) await this.redis.hdel(KEYS.quietWindows, ...over);
    return all.filter(({ untilMs }) => untilMs > nowMs);
  }

  /** Undefined: there are too many. */
  async addHook(settings: WebhookSettings): Promise<Webhook | undefined> {
    if ((await this.redis.hlen(KEYS.webhooks)) >= ADMIN_LIMITS.maxWebhooks) return undefined;
    const made: Webhook = { ...settings, id: newId(), createdAtMs: Date.now() };
    await this.redis.hset(KEYS.webhooks, made.id, JSON.stringify(made));
    return made;
  }

  async addWindow(window: Omit<QuietWindow, 'id'>): Promise<QuietWindow | undefined> {
    if ((await this.redis.hlen(KEYS.quietWindows)) >= ADMIN_LIMITS.maxWindows) return undefined;
    const made = { ...window, id: newId() };
    await this.redis.hset(KEYS.quietWindows, made.id, JSON.stringify(made));
    return made;
  }

  async removeHook(id: string): Promise<boolean> {
    await this.redis.hdel(KEYS.alarmsTold, id);
    return (await this.redis.hdel(KEYS.webhooks, id)) === 1;
  }

  async removeWindow(id: string): Promise<boolean> {
    return (await this.redis.hdel(KEYS.quietWindows, id)) === 1;
  }

  private async all<T>(key: string, schema: z.ZodType<T>): Promise<T[]> {
    return (await this.redis.hvals(key)).flatMap((text) => readMessage(schema, text) ?? []);
  }
}

function newId(): string {
  return randomBytes(8).toString('hex');
}
