import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Redis } from 'ioredis';
import {
  failureDetail,
  failureHead,
  type FailureDetail,
  type FailureHead,
  type KeptFailure,
} from '@/core/admin/failure';
import { FAILURE_LIMITS } from '@/core/limits';
import { readMessage } from '@/core/messages';
import { journalPart, type JournalPart } from '@/core/schedule/journal';
import type { Blobs } from '@/platform/blobs/blobs';
import { KEYS } from '@/platform/redis/keys';
import { loadScript } from '@/platform/redis/script';
import { askRedis } from '../alarms';

/** Failed tasks in Redis, for a day and within limits: the leader writes them, fronts read them. */

const keepScript = loadScript('failureKeep');
const indexScript = loadScript('cacheKeep');
const STORE = [KEYS.failures, KEYS.failureDetails, KEYS.failureTotal];
const JOURNAL = [KEYS.journal, KEYS.journalSizes, KEYS.journalTotal];
/** So many leave with one that comes, and in one step of a sweep: Redis does nothing else meanwhile. */
const LEAVING = 4;
const SWEPT = 500;
const [pack, unpack] = [promisify(gzip), promisify(gunzip)];
/** What comes out of Redis is ours, but a part that was packed badly must not fill the memory. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;

export class FailureStore {
  private maxBytes: number | undefined;

  constructor(private readonly redis: Redis) {}

  async keep(head: FailureHead, detail: FailureDetail): Promise<void> {
    await this.run(LEAVING, JSON.stringify(head), JSON.stringify(detail));
  }

  async keepPart(name: string, part: JournalPart): Promise<void> {
    const bytes = await pack(JSON.stringify(part));
    await this.redis.set(KEYS.journalPart(name), bytes, 'EX', FAILURE_LIMITS.keptSeconds);
    const args = [name, bytes.length, Date.now(), FAILURE_LIMITS.maxJournalBytes];
    const leaving = (await indexScript.run(this.redis, JOURNAL, args)) as string[];
    if (leaving.length > 0) await this.redis.del(leaving.map((one) => KEYS.journalPart(one)));
  }

  /** Lets go what is past its time: of all machines, once a minute. */
  async sweep(blobs: Blobs, nowMs = Date.now()): Promise<void> {
    while ((await this.run(SWEPT)) === 1);
    const over = nowMs - FAILURE_LIMITS.keptSeconds * 1000;
    for (const [index, sizes, total] of [
      [KEYS.failureSources, KEYS.failureSourceSizes, KEYS.failureSourceTotal],
      JOURNAL,
    ] as [string, string, string][]) {
      for (;;) {
        const past = await this.redis.zrangebyscore(index, 0, over, 'LIMIT', 0, SWEPT);
        if (past.length === 0) break;
        if (index === KEYS.failureSources) await Promise.all(past.map((id) => blobs.removeAll(`failures/${id}`)));
        const bytes = (await this.redis.hmget(sizes, ...past)).reduce((sum, one) => sum + Number(one ?? 0), 0);
        await this.redis
          .multi()
          .zrem(index, ...past)
          .hdel(sizes, ...past)
          .decrby(total, bytes)
          .exec();
      }
    }
  }

  async figures(): Promise<{ count: number; bytes: number; newest: string }> {
    const [count, bytes, [newest]] = await Promise.all([
      this.redis.xlen(KEYS.failures),
      this.redis.get(KEYS.failureTotal),
      this.redis.xrevrange(KEYS.failures, '+', '-', 'COUNT', 1),
    ]);
    return { count, bytes: Number(bytes ?? 0), newest: newest?.[0] ?? '' };
  }

  /** Oldest first, after this id; and which one is the oldest that is still kept. */
  async headsAfter(id: string, count: number): Promise<KeptFailure[]> {
    const entries = await this.redis.xrange(KEYS.failures, id === '' ? '-' : `(${id}`, '+', 'COUNT', count);
    return entries.flatMap(([at, fields]) => {
      const head = readMessage(failureHead, fields[1] ?? '');
      return head ? [{ id: at, ...head }] : [];
    });
  }

  async oldest(): Promise<string | undefined> {
    const [entry] = await this.redis.xrange(KEYS.failures, '-', '+', 'COUNT', 1);
    return entry?.[0];
  }

  async read(id: string): Promise<{ head: FailureHead; detail: FailureDetail } | undefined> {
    if (!/^\d+-\d+$/.test(id)) return undefined;
    const [[entry], text] = await Promise.all([
      this.redis.xrange(KEYS.failures, id, id),
      this.redis.hget(KEYS.failureDetails, id),
    ]);
    const head = readMessage(failureHead, entry?.[1][1] ?? '');
    const detail = readMessage(failureDetail, text ?? '');
    return head && detail && { head, detail };
  }

  /** In their order; from the first that is missing on, none: what follows could not be done again. */
  async parts(names: readonly string[]) {
    const found = [];
    for (const name of names) {
      const bytes = await this.redis.getBuffer(KEYS.journalPart(name));
      if (!bytes) break;
      const text = await unpack(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
      const part = readMessage(journalPart, text.toString('utf8'));
      if (!part) break;
      found.push(part);
    }
    return found;
  }

  private async run(leaving: number, ...added: string[]): Promise<unknown> {
    this.maxBytes ??= await this.share();
    const over = Date.now() - FAILURE_LIMITS.keptSeconds * 1000;
    return keepScript.run(this.redis, STORE, [over, FAILURE_LIMITS.maxCount, this.maxBytes, leaving, ...added]);
  }

  /** A small Redis keeps fewer. */
  private async share(): Promise<number> {
    const { maxBytes } = await askRedis(this.redis);
    if (maxBytes === 0) return FAILURE_LIMITS.maxBytes;
    return Math.min(FAILURE_LIMITS.maxBytes, Math.floor(maxBytes * FAILURE_LIMITS.redisShare));
  }
}
