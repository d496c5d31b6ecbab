import type { Redis } from 'ioredis';
import { sumHoldings, type Claim, type Counter, type Holding } from '@/core/prc/counter';
import { KEYS } from '@/platform/redis/keys';
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
const MAX_WORDS = 6000;

interface Open {
  readonly claim: Claim;
  state: 'asked' | 'waiting' | 'held';
  /** Ended before its claim was answered: the answer still tells whether it had been granted. */
  released: boolean;
  answer: ((granted: boolean) => void) | undefined;
}

export class RedisCounter implements Counter {
  private readonly open = new Map<number, Open>();
  private args: (string | number)[] = [];
  private asked: number[] = [];
  private planned = false;
  private readonly renewal: NodeJS.Timeout;
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
    this.renewal = setInterval(() => void this.renew(), Math.min(RENEW_MS, leaseMs / 3));
  }

  async start(): Promise<void> {
    await this.subscriber.start();
    await this.renew();
  }

  /** Ends everything of this front at once. */
  async close(): Promise<void> {
    clearInterval(this.renewal);
    for (const ticket of [...this.open.keys()]) this.release(ticket);
    this.flush();
    this.subscriber.stop();
    await this.redis.zrem(KEYS.prc('fronts'), this.front).catch(() => 0);
  }

  acquire(claim: Claim): Promise<boolean> {
    if (this.state?.isAvailable === false) return Promise.resolve(false);
    return new Promise((resolve) => {
      const { ticket, holder, requestType, limit, mayWait } = claim;
      const entry: Open = { claim, state: 'asked', released: false, answer: resolve };
      this.open.set(ticket, entry);
      this.asked.push(ticket);
      this.say('A', ticket, holder, requestType, limit, mayWait ? 1 : 0);
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
    this.flush();
    return this.inTime(this.redis.hget(KEYS.prc('counts'), requestType).then((count) => Number(count ?? 0)));
  }

  async counts(): Promise<ReadonlyMap<string, number> | undefined> {
    this.flush();
    const all = this.redis.hgetall(KEYS.prc('counts'));
    return this.inTime(
      all.then((counts) => new Map(Object.entries(counts).map(([type, count]) => [type, Number(count)]))),
    );
  }

  async holdings(): Promise<readonly Holding[] | undefined> {
    this.flush();
    return this.inTime(this.readHoldings());
  }

  end(holder: string, requestType: string): void {
    this.redis.publish(KEYS.prc('ended'), `${holder} ${requestType}`).catch(() => undefined);
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

  private say(...args: (string | number)[]): void {
    this.args.push(...args);
    if (this.args.length >= MAX_WORDS) return this.flush();
    if (this.planned) return;
    this.planned = true;
    setImmediate(() => this.flush());
  }

  private flush(): void {
    this.planned = false;
    if (this.args.length === 0) return;
    const [args, asked] = [this.args, this.asked];
    this.args = [];
    this.asked = [];
    this.batch(args).then(
      (answers) => asked.forEach((ticket, i) => this.answered(ticket, answers[i] ?? 0)),
      (error: unknown) => {
        this.state?.saw(error);
        asked.forEach((ticket) => this.answered(ticket, 0));
      },
    );
  }

  private async batch(operations: readonly (string | number)[]): Promise<number[]> {
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

  private async renew(): Promise<void> {
    try {
      const known = await this.redis.zscore(KEYS.prc('fronts'), this.front);
      if (known === null) this.keepHeld();
      await this.batch([]);
      await reapScript.run(this.redis, [], [KEYS.prc('')]);
    } catch {
      // Redis is away: the next renewal comes.
    }
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
    const held = await this.redis.hkeys(KEYS.prc('held', this.front)).catch(() => []);
    for (const ticket of held) this.granted(Number(ticket));
  }

  private async inTime<T>(answer: Promise<T>): Promise<T | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
    });
    return Promise.race([answer.catch(() => undefined), late]).finally(() => clearTimeout(timer));
  }
}

/** `holder type`; a type may hold blanks. */
function readHolding(text: string): { holder: string; requestType: string } {
  const blank = text.indexOf(' ');
  return { holder: text.slice(0, blank), requestType: text.slice(blank + 1) };
}
