import type { Redis } from 'ioredis';
import { Disk, isFlushing } from './disk';
import { isUnknownScript, type Script } from './script';

/**
 * What is said in the same moment goes to Redis together: a batch leaves when everything that has arrived from the
 * network by now was looked at, or when it is full.
 *
 * shut -> `open`: what was kept leaves. open -> `shut`: what is said is kept.
 * With as many under way as there may be, the next one waits and grows: a slow Redis gets larger ones.
 */

interface BatchOptions<B> {
  readonly begin: () => B;
  readonly isFull: (batch: B) => boolean;
  /** Never rejects: whoever said something hears what became of it. */
  readonly send: (batch: B) => Promise<void>;
  readonly mostUnderWay?: number;
}

export class Batch<B> {
  private readonly waiting: B[] = [];
  private isPlanned = false;
  private underWay = 0;

  constructor(
    private readonly options: BatchOptions<B>,
    private isOpen = true,
  ) {}

  add(fill: (batch: B) => void): void {
    const { begin, isFull } = this.options;
    let last = this.waiting.at(-1);
    if (last === undefined || isFull(last)) this.waiting.push((last = begin()));
    fill(last);
    if (isFull(last)) this.flush();
    else if (!this.isPlanned) {
      this.isPlanned = true;
      setImmediate(() => {
        this.isPlanned = false;
        this.flush();
      });
    }
  }

  open(): void {
    this.isOpen = true;
    this.flush();
  }

  shut(): void {
    this.isOpen = false;
  }

  /** At once, for whoever must come after it. */
  flush(): void {
    const { send, mostUnderWay = Infinity } = this.options;
    while (this.isOpen && this.underWay < mostUnderWay) {
      const batch = this.waiting.shift();
      if (batch === undefined) return;
      this.underWay += 1;
      void send(batch).finally(() => {
        this.underWay -= 1;
        if (mostUnderWay !== Infinity) this.flush();
      });
    }
  }
}

interface Call {
  readonly script: Script;
  /** The number of keys, the keys and the arguments. */
  readonly args: readonly (string | number)[];
  readonly isDurable: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Redis begins with these while the next ones are still being read from the network. */
const MOST_CALLS = 10;

/**
 * Scripts, several in one write. What is durable is answered when it would survive the death of Redis; the batch ends
 * with that question, so that nobody waits for a second answer (disk.ts).
 */
export class ScriptBatch {
  private readonly disk: Disk;
  private readonly batch: Batch<Call[]>;

  constructor(private readonly redis: Redis) {
    this.disk = new Disk(() => redis.info('persistence'));
    this.batch = new Batch<Call[]>({
      begin: () => [],
      isFull: ({ length }) => length >= MOST_CALLS,
      send: (calls) => this.send(calls),
    });
  }

  run(script: Script, keys: readonly string[], args: readonly (string | number)[], isDurable = false) {
    return new Promise<unknown>((resolve, reject) => {
      const call = { script, args: [keys.length, ...keys, ...args], isDurable, resolve, reject };
      this.batch.add((calls) => calls.push(call));
    });
  }

  private async send(calls: readonly Call[]): Promise<void> {
    const pipeline = this.redis.pipeline();
    for (const { script, args } of calls) pipeline.call('EVALSHA', script.sha, ...args);
    if (calls.some(({ isDurable }) => isDurable)) pipeline.info('persistence');
    try {
      const answers = (await pipeline.exec()) ?? [];
      const [, persistence] = answers[calls.length] ?? [];
      const isInFile = typeof persistence === 'string' && !isFlushing(persistence);
      for (const [i, call] of calls.entries()) {
        const [error, value] = answers[i] ?? [new Error('Redis gave no answer')];
        if (error === null) this.settle(call, value, isInFile);
        else if (isUnknownScript(error)) void this.teach(call);
        else call.reject(error);
      }
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }

  private async teach(call: Call): Promise<void> {
    try {
      this.settle(call, await this.redis.call('EVAL', call.script.lua, ...call.args), false);
    } catch (error) {
      call.reject(error);
    }
  }

  private settle({ isDurable, resolve, reject }: Call, value: unknown, isInFile: boolean): void {
    if (!isDurable || isInFile) resolve(value);
    else this.disk.settled().then(() => resolve(value), reject);
  }
}
