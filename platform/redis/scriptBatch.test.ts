import type { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import type { Script } from './script';
import { isFlushing, ScriptBatch } from './scriptBatch';

const NO_FLUSH = 'aof_enabled:1\r\naof_pending_bio_fsync:0\r\n';
const FLUSH = 'aof_enabled:1\r\naof_pending_bio_fsync:1\r\n';

function script(sha: string): Script {
  const never = () => Promise.reject(new Error('not by itself'));
  return { lua: `return '${sha}'`, sha, load: never, run: never, runBytes: never };
}

/** Answers each script with its own hash, and remembers what came together. */
function fakeRedis(persistence = NO_FLUSH, unknown: readonly string[] = []) {
  const batches: string[][] = [];
  const redis = {
    pipeline: () => {
      const sent: string[] = [];
      const pipeline = {
        call: (_command: string, sha: string) => sent.push(sha),
        info: () => sent.push('info'),
        exec: async () => {
          batches.push(sent);
          return sent.map((sha) => {
            if (sha === 'info') return [null, persistence];
            if (sha === 'broken') return [new Error('ERR broken'), undefined];
            return unknown.includes(sha) ? [new Error('NOSCRIPT no such script'), undefined] : [null, `did ${sha}`];
          });
        },
      };
      return pipeline;
    },
    call: async (command: string, lua: string) => `${command} ${lua}`,
  };
  return { redis: redis as unknown as Redis, batches };
}

describe('scripts of one moment', () => {
  it('go together, and ask for the file only if somebody wants to know', async () => {
    const { redis, batches } = fakeRedis();
    const batch = new ScriptBatch(redis);
    const both = [batch.run(script('a'), [], []), batch.run(script('b'), [], [])];
    expect(await Promise.all(both)).toEqual([
      { value: 'did a', isInFile: false },
      { value: 'did b', isInFile: false },
    ]);
    expect(await batch.run(script('c'), [], [], true)).toEqual({ value: 'did c', isInFile: true });
    expect(batches).toEqual([
      ['a', 'b'],
      ['c', 'info'],
    ]);
  });

  it('are not taken for written while Redis flushes its file', async () => {
    const batch = new ScriptBatch(fakeRedis(FLUSH).redis);
    expect(await batch.run(script('a'), [], [], true)).toEqual({ value: 'did a', isInFile: false });
    expect([NO_FLUSH, FLUSH, ''].map(isFlushing)).toEqual([false, true, false]);
  });

  it('are sent whole to a Redis that does not know them, and fail alone', async () => {
    const batch = new ScriptBatch(fakeRedis(NO_FLUSH, ['new']).redis);
    const ends = await Promise.allSettled(['new', 'broken', 'old'].map((sha) => batch.run(script(sha), [], [], true)));
    expect(ends).toEqual([
      { status: 'fulfilled', value: { value: "EVAL return 'new'", isInFile: false } },
      { status: 'rejected', reason: new Error('ERR broken') },
      { status: 'fulfilled', value: { value: 'did old', isInFile: true } },
    ]);
  });

  it('do not wait for each other beyond a number', async () => {
    const { redis, batches } = fakeRedis();
    const batch = new ScriptBatch(redis);
    await Promise.all(Array.from({ length: 25 }, () => batch.run(script('a'), [], [])));
    expect(batches.map(({ length }) => length)).toEqual([10, 10, 5]);
  });
});
