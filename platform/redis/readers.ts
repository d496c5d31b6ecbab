import type { Redis } from 'ioredis';
import { REDIS_ABSENCE } from '@/core/limits';
import type { Read } from './consumer';

const BLOCK_MS = REDIS_ABSENCE.blockMs;

/** The ways in which a consumer reads, and what each promises. */

export interface ListEntry {
  readonly list: string;
  readonly text: string;
}

export type StreamEntry = [id: string, fields: string[]];

/**
 * From lists, one entry at a time: it is taken off when it is read, so that whoever wrote it can tell whether it was
 * read, and take it back if not. One is lost if the connection breaks while Redis sends it, or if this process dies;
 * whoever writes to such a list must notice that nothing comes of it.
 */
export function fromLists(lists: readonly string[]): Read<ListEntry> {
  return async (redis) => {
    const [list, text] = (await redis.blpop([...lists], BLOCK_MS / 1000)) ?? [];
    return list === undefined || text === undefined ? undefined : { list, text };
  };
}

/**
 * From a stream, everything after `position`, by everybody who reads it. It stays there: after a break the reading goes
 * on where it was, and whoever begins anew says where.
 */
export function fromStream(stream: string, position: string, atOnce: number): Read<StreamEntry[]> {
  let last = position;
  return async (redis) => {
    const args = ['COUNT', atOnce, 'BLOCK', BLOCK_MS, 'STREAMS', stream, last] as const;
    const entries = (await redis.xread(...args))?.[0]?.[1] ?? [];
    last = entries.at(-1)?.[0] ?? last;
    return entries.length === 0 ? undefined : entries;
  };
}

/**
 * From a stream that nobody else reads, everything that is there. It is gone from there when it has been handed on, with
 * the next read: none is lost with the connection; after a death of this process those it was about to end come again.
 */
export function fromOwnStream(stream: string, atOnce: number): Read<StreamEntry[]> {
  const read = fromStream(stream, '0', atOnce);
  let handedOn: string[] = [];
  return async (redis) => {
    // What is not deleted comes again, and changes nothing the second time.
    if (handedOn.length > 0) redis.xdel(stream, ...handedOn).catch(() => undefined);
    handedOn = [];
    const entries = await read(redis);
    handedOn = (entries ?? []).map(([id]) => id);
    return entries;
  };
}

export interface GroupOptions {
  readonly stream: string;
  readonly group: string;
  readonly consumer: string;
  readonly atOnce: number;
  /** What another took and did not finish in so long is taken over. */
  readonly takeOverMs: number;
}

/**
 * From a stream that a group reads: each entry comes to one of them, again and again until one has called `finish`. None
 * is lost, also not with the process that took it; one may come twice.
 */
export function fromGroup(options: GroupOptions): Read<StreamEntry[]> {
  const { stream, group, consumer, atOnce, takeOverMs } = options;
  let lookedAtMs = 0;
  const look = async (redis: Redis): Promise<StreamEntry[]> => {
    await openGroup(redis, stream, group);
    const claim = [stream, group, consumer, takeOverMs, '0', 'COUNT', atOnce] as const;
    const [, found] = (await redis.xautoclaim(...claim)) as [string, (StreamEntry | null)[]];
    return found.filter((entry) => entry !== null);
  };
  return async (redis) => {
    const now = performance.now();
    if (lookedAtMs === 0 || now - lookedAtMs > takeOverMs) {
      const abandoned = await look(redis);
      lookedAtMs = now;
      if (abandoned.length > 0) return abandoned;
    }
    const block = Math.min(BLOCK_MS, takeOverMs);
    const args = ['GROUP', group, consumer, 'COUNT', atOnce, 'BLOCK', block, 'STREAMS', stream, '>'] as const;
    try {
      const heard = (await redis.xreadgroup(...args)) as [string, StreamEntry[]][] | null;
      return heard?.[0]?.[1];
    } catch (error) {
      // The group went with a Redis that lost its data: it is opened again with the next look.
      lookedAtMs = 0;
      throw error;
    }
  };
}

/** Nobody gets it again. */
export async function finish(redis: Redis, { stream, group }: GroupOptions, entry: string): Promise<void> {
  await redis.multi().xack(stream, group, entry).xdel(stream, entry).exec();
}

async function openGroup(redis: Redis, stream: string, group: string): Promise<void> {
  try {
    await redis.xgroup('CREATE', stream, group, '0', 'MKSTREAM');
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('BUSYGROUP')) throw error;
  }
}
