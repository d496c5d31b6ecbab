import type { Redis } from 'ioredis';
import { sumHoldings, type Claim, type Counter, type Holding } from '@/core/prc/counter';
import { Batch } from '@/platform/redis/batch';
import { inTime } from '@/platform/deadline';
import { KEYS } from '@/platform/redis/keys';
import { Lease } from '@/platform/redis/lease';
import type { RedisState } from '@/platform/redis/redisState';
import { loadScript } from '@/platform/redis/script';
import { Subscriber } from '@/platform/redis/subscriber';

/**
 * The counter of several fronts (docs/parallel-requests.md, 9): counts in Redis, held under this front's lease.
 *
 * All calls of one tick go to Redis as one script, in their order. A claim that waits is granted by a message on this
 * front's channel, sent by whichever front made room. That a holder's requests are ended is told to all fronts, and the
 * one that has them releases them. A front that is not heard of for its lease loses everything it held; if it was only
 * asleep, it counts what it still holds anew.
 */

const batchScript = loadScript('prcState', 'prcBatch');
const reapScript = loadScript('prcState', 'prcReap');

const LEASE_MS = 10_000;
const RENEW_MS = 3000;
/** A store that does not answer in this time refuses: an outage must not break a limit. */
const PATIENCE_MS = 800;
/** The words of one script at most: more would not fit into a call. */
const MAX_ARGS = 6000;

interface Open {
  readonly claim: Claim;
  state: 'asked' | 'waiting' | 'held';
  /** Ended before its claim was answered: the answer still tells whether it had been granted. */
  released: boolean;
  answer: ((granted: boolean) => void) | undefined;
}

/** The operations of one batch, and the tickets of those that are answered. */
interface Said {
  readonly args: (string | number)[];
  readonly asked: number[];
}

export class RedisCounter implements Counter {
  private readonly open = new Map<number, Open>();
  private readonly batch = new Batch<Said>({
    begin: () => ({ args: [], asked: [] }),
    isFull: ({ args }) => args.length >= MAX_ARGS,
    send: (said) => this.send(said),
  });
  private readonly lease: Lease;
  private readonly subscriber: Subscriber;

  constructor(
    private readonly front: string,
    private readonly redis: Redis,
    /** A connection of its own, since it subscribes. */
    blockingRedis: Redis,
    private readonly leaseMs = LEASE_MS,
    /** Whether Redis can be asked now. */
    private readonly state?: Pick<RedisState, 'isAvailable' | 'saw' | 'missed'>,
  ) {
    this.subscriber = new Subscriber({
      redis: blockingRedis,
      channels: [KEYS.prc('granted', front), KEYS.prc('ended')],
      hear: (channel, message) => {
        if (channel === KEYS.prc('ended')) this.endOwn(message.toString());
        else this.granted(Number(message.toString()));
      },
      onMissed: () => void this.catchUp(),
    });
    this.lease = new Lease({
      beatMs: Math.min(RENEW_MS, leaseMs / 3),
      renew: () => this.renew(),
      onLost: () => this.keepHeld(),
    });
  }

  async start(): Promise<void> {
    await this.subscriber.start();
    // Should Redis be away: the next renewal comes.
    await this.lease.start().catch(() => undefined);
  }

  /** Ends everything of this front at once. */
  async stop(): Promise<void> {
    await this.lease.stop();
    for (const ticket of [...this.open.keys()]) this.release(ticket);
    this.batch.flush();
    this.subscriber.stop();
    // Otherwise its lease runs out.
    await this.redis.zrem(KEYS.prc('fronts'), this.front).catch(() => 0);
  }

  acquire(claim: Claim): Promise<boolean> {
    if (this.state?.isAvailable === false) return Promise.resolve(false);
    return new Promise((resolve) => {
      const { ticket, holder, requestType, limit, mayWait } = claim;
      const entry: Open = { claim, state: 'asked', released: false, answer: resolve };
      this.open.set(ticket, entry);
      this.batch.add(({ args, asked }) => {
        asked.push(ticket);
        args.push('A', ticket, holder, requestType, limit, mayWait ? 1 : 0);
      });
      setTimeout(() => this.giveUp(ticket, entry), PATIENCE_MS).unref();
    });
  }

  release(ticket: number): void {
    const entry = this.open.get(ticket);
    if (!entry || entry.released) return;
    entry.released = true;
    this.say('R', ticket);
    if (entry.state === 'asked') return;
    this.open.delete(ticket);
    entry.answer?.(false);
  }

  async count(requestType: string): Promise<number | undefined> {
    this.batch.flush();
    return inTime(
      this.redis.hget(KEYS.prc('counts'), requestType).then((count) => Number(count ?? 0)),
      PATIENCE_MS,
    );
  }

  async counts(): Promise<ReadonlyMap<string, number> | undefined> {
    this.batch.flush();
    const all = this.redis.hgetall(KEYS.prc('counts'));
    return inTime(
      all.then((counts) => new Map(Object.entries(counts).map(([type, count]) => [type, Number(count)]))),
      PATIENCE_MS,
    );
  }

  async holdings(): Promise<readonly Holding[] | undefined> {
    this.batch.flush();
    return inTime(this.readHoldings(), PATIENCE_MS);
  }

  end(holder: string, requestType: string): void {
    this.redis.publish(KEYS.prc('ended'), `${holder} ${requestType}`).catch((error: unknown) => this.state?.saw(error));
  }

  private async readHoldings(): Promise<Holding[]> {
    const fronts = await this.redis.zrange(KEYS.prc('fronts'), '0', '-1');
    const held = await Promise.all(fronts.map((front) => this.redis.hvals(KEYS.prc('held', front))));
    return sumHoldings(held.flat().map(readHolding));
  }

  private endOwn(message: string): void {
    const { holder, requestType } = readHolding(message);
    for (const [ticket, { claim, state }] of [...this.open]) {
      if (state !== 'held' || claim.holder !== holder || claim.requestType !== requestType) continue;
      this.release(ticket);
      claim.ended?.(ticket);
    }
  }

  private giveUp(ticket: number, entry: Open): void {
    if (entry.state !== 'asked' || this.open.get(ticket) !== entry) return;
    this.state?.missed();
    entry.answer?.(false);
    entry.answer = undefined;
    this.release(ticket);
  }

  private say(...said: (string | number)[]): void {
    this.batch.add(({ args }) => args.push(...said));
  }

  private async send({ args, asked }: Said): Promise<void> {
    const answers = await this.run(args).catch((error: unknown): number[] => {
      this.state?.saw(error);
      return [];
    });
    asked.forEach((ticket, i) => this.answered(ticket, answers[i] ?? 0));
  }

  private async run(operations: readonly (string | number)[]): Promise<number[]> {
    const args = [KEYS.prc(''), this.front, this.leaseMs, ...operations];
    return (await batchScript.run(this.redis, [], args)) as number[];
  }

  private answered(ticket: number, answer: number): void {
    const entry = this.open.get(ticket);
    if (!entry) return;
    if (entry.released) {
      this.open.delete(ticket);
      entry.answer?.(answer === 1);
    } else if (answer === 1) this.granted(ticket);
    else if (answer === 2) entry.state = entry.state === 'asked' ? 'waiting' : entry.state;
    else {
      this.open.delete(ticket);
      entry.answer?.(false);
    }
  }

  /** By the answer to the claim, or by a message, whichever comes first. */
  private granted(ticket: number): void {
    const entry = this.open.get(ticket);
    if (!entry || entry.state === 'held') return;
    entry.state = 'held';
    entry.answer?.(true);
    entry.answer = undefined;
  }

  private async renew(): Promise<boolean> {
    const known = await this.redis.zscore(KEYS.prc('fronts'), this.front);
    await this.run([]);
    await reapScript.run(this.redis, [], [KEYS.prc('')]);
    return known !== null;
  }

  /** Our lease had run out while we slept. What waited is refused; what was granted goes on and is counted again. */
  private keepHeld(): void {
    for (const [ticket, { claim, state }] of [...this.open]) {
      if (state === 'held') this.say('K', ticket, claim.holder, claim.requestType);
      else if (state === 'waiting') this.release(ticket);
    }
  }

  /** Messages sent while we were not connected are lost: what Redis counts as held is held. */
  private async catchUp(): Promise<void> {
    // Should it fail: each claim has a patience of its own.
    const held = await this.redis.hkeys(KEYS.prc('held', this.front)).catch(() => []);
    for (const ticket of held) this.granted(Number(ticket));
  }
}

/** `holder type`; a type may hold blanks. */
function readHolding(text: string): { holder: string; requestType: string } {
  const blank = text.indexOf(' ');
  return { holder: text.slice(0, blank), requestType: text.slice(blank + 1) };
}
