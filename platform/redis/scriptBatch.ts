import type { Redis } from 'ioredis';
import { isUnknownScript, type Script } from './script';

/**
 * Scripts that are called in the same moment go to Redis in one write; any number of such batches may be under way.
 *
 * Whoever needs to know that a change is in Redis' file asks for it with the call: the batch ends with the question, so
 * that nobody waits for a second answer (server/periodic/disk.ts says what the question means).
 */

export interface ScriptAnswer {
  readonly value: unknown;
  /** False if it was not asked, or if Redis may write the change a little later. */
  readonly isInFile: boolean;
}

interface Call {
  readonly script: Script;
  /** The number of keys, the keys and the arguments. */
  readonly args: readonly (string | number)[];
  readonly asksForFile: boolean;
  readonly resolve: (answer: ScriptAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/** Redis begins with these while the next ones are still being read from the network. */
const MOST_CALLS = 10;

export class ScriptBatch {
  private calls: Call[] = [];

  constructor(private readonly redis: Redis) {}

  run(
    script: Script,
    keys: readonly string[],
    args: readonly (string | number)[],
    asksForFile = false,
  ): Promise<ScriptAnswer> {
    return new Promise((resolve, reject) => {
      // After everything that has arrived from the network by now.
      if (this.calls.length === 0) setImmediate(() => void this.send());
      this.calls.push({ script, args: [keys.length, ...keys, ...args], asksForFile, resolve, reject });
      if (this.calls.length === MOST_CALLS) void this.send();
    });
  }

  private async send(): Promise<void> {
    const { calls } = this;
    if (calls.length === 0) return;
    this.calls = [];
    const pipeline = this.redis.pipeline();
    for (const { script, args } of calls) pipeline.call('EVALSHA', script.sha, ...args);
    if (calls.some(({ asksForFile }) => asksForFile)) pipeline.info('persistence');
    try {
      const answers = (await pipeline.exec()) ?? [];
      const [, persistence] = answers[calls.length] ?? [];
      const isInFile = typeof persistence === 'string' && !isFlushing(persistence);
      for (const [i, call] of calls.entries()) {
        const [error, value] = answers[i] ?? [new Error('Redis gave no answer')];
        if (error === null) call.resolve({ value, isInFile });
        else if (isUnknownScript(error)) void this.teach(call);
        else call.reject(error);
      }
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }

  private async teach({ script, args, resolve, reject }: Call): Promise<void> {
    try {
      resolve({ value: await this.redis.call('EVAL', script.lua, ...args), isInFile: false });
    } catch (error) {
      reject(error);
    }
  }
}

/** Whether Redis may have answered before it wrote, as INFO persistence tells. */
export function isFlushing(persistence: string): boolean {
  return /aof_pending_bio_fsync:[1-9]/.test(persistence);
}
