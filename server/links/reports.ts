import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { linkReport, type LinkReport } from '@/core/admin/endpointPanels';
import { LINK_LIMITS } from '@/core/links/limits';
import { KEYS } from '@/platform/redis/keys';

/** What people reported about shared links, for whoever runs the service (docs/sharing.md, 7). The newest first. */

export class Reports {
  constructor(private readonly redis: Redis) {}

  async add(link: string, words: string, address: string, nowMs = Date.now()): Promise<void> {
    const text = words.slice(0, LINK_LIMITS.maxReportCharacters);
    const entry: LinkReport = { id: randomUUID(), link, words: text, address, atMs: nowMs };
    await this.redis
      .multi()
      .hset(KEYS.reports, entry.id, JSON.stringify(entry))
      .zadd(KEYS.reportOrder, nowMs, entry.id)
      .exec();
    const beyond = await this.redis.zrevrange(KEYS.reportOrder, LINK_LIMITS.maxReports, -1);
    for (const old of beyond) await this.remove(old);
  }

  async list(count = 100): Promise<LinkReport[]> {
    const ids = await this.redis.zrevrange(KEYS.reportOrder, 0, count - 1);
    const texts = ids.length === 0 ? [] : await this.redis.hmget(KEYS.reports, ...ids);
    return texts.flatMap((text) => (text === null ? [] : (linkReport.safeParse(JSON.parse(text)).data ?? [])));
  }

  async find(id: string): Promise<LinkReport | undefined> {
    const text = await this.redis.hget(KEYS.reports, id);
    return text === null ? undefined : linkReport.safeParse(JSON.parse(text)).data;
  }

  /** It has been dealt with. */
  async remove(id: string): Promise<void> {
    await this.redis.multi().hdel(KEYS.reports, id).zrem(KEYS.reportOrder, id).exec();
  }
}
