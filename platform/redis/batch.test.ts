import type { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import type { Script } from './script';
import { Batch, ScriptBatch } from './batch';
import { isFlushing } from './disk';

const NO_FLUSH = 'aof_enabled:1\r\naof_pending_bio_fsync:0\r\n';
const FLUSH = 'aof_enabled:1\r\naof_pending_bio_fsync:1\r\n';

function script(sha: string): Script {
  const never = () => Promise.reject(new Error('not by itself'));
  return { lua: `return '${sha}'`, sha, load: never, run: never, runBytes: never };
}

/** Answers each script with its own hash, and remembers what came together. */
function fakeRedis(persistence = NO_FLUSH, unknown: readonly string[] = []) {
  const batches: string[][] = [];
  const looks: string[] = [];
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
    info: async (what: string) => {
      looks.push(what);
      return NO_FLUSH;
    },
    call: async (command: string, lua: string) => `${command} ${lua}`,
  };
  return { redis: redis as unknown as Redis, batches, looks };
}

describe('scripts of one moment', () => {
  it('go together, and ask for the file only if somebody wants to know', async () => {
    const { redis, batches } = fakeRedis();
    const batch = new ScriptBatch(redis);
    const both = [batch.run(script('a'), [], []), batch.run(script('b'), [], [])];
    expect(await Promise.all(both)).toEqual(['did a', 'did b']);
    expect(await batch.run(script('c'), [], [], true)).toBe('did c');
    expect(batches).toEqual([
      ['a', 'b'],
      ['c', 'info'],
    ]);
  });

  it('are not answered while Redis flushes its file, if they are durable', async () => {
    const { redis, looks } = fakeRedis(FLUSH);
    const batch = new ScriptBatch(redis);
    const durable = batch.run(script('a'), [], [], true).then(() => looks.length);
    expect(await batch.run(script('b'), [], [])).toBe('did b');
    expect(await durable).toBe(1);
    expect([NO_FLUSH, FLUSH, ''].map(isFlushing)).toEqual([false, true, false]);
  });

  it('are sent whole to a Redis that does not know them, and fail alone', async () => {
    const batch = new ScriptBatch(fakeRedis(NO_FLUSH, ['new']).redis);
    const ends = await Promise.allSettled(['new', 'broken', 'old'].map((sha) => batch.run(script(sha), [], [], true)));
    expect(ends).toEqual([
      { status: 'fulfilled', value: "EVAL return 'new'" },
      { status: 'rejected', reason: new Error('ERR broken') },
      { status: 'fulfilled', value: 'did old' },
    ]);
  });

  it('do not wait for each other beyond a number', async () => {
    const { redis, batches } = fakeRedis();
    const batch = new ScriptBatch(redis);
    await Promise.all(Array.from({ length: 25 }, () => batch.run(script('a'), [], [])));
    expect(batches.map(({ length }) => length)).toEqual([10, 10, 5]);
  });
});

describe('a batch', () => {
  function collect(mostUnderWay: number, isOpen = true) {
    const sent: { args: string[]; answer: () => void }[] = [];
    const batch = new Batch<string[]>(
      {
        begin: () => [],
        isFull: ({ length }) => length >= 3,
        send: (args) => new Promise((resolve) => sent.push({ args, answer: resolve })),
        mostUnderWay,
      },
      isOpen,
    );
    const say = (...args: string[]) => args.forEach((message) => batch.add((said) => said.push(message)));
    return { batch, say, sent, args: () => sent.map((one) => one.args.join('')) };
  }
  const moment = () => new Promise((resolve) => setImmediate(resolve));

  it('waits while as many are under way as there may be, and grows', async () => {
    const { say, sent, args } = collect(1);
    say('a');
    await moment();
    say('b');
    await moment();
    say('c', 'd', 'e');
    await moment();
    expect(args()).toEqual(['a']);
    sent[0]?.answer();
    await moment();
    expect(args()).toEqual(['a', 'bcd']);
    sent[1]?.answer();
    await moment();
    expect(args()).toEqual(['a', 'bcd', 'e']);
  });

  it('keeps what is said while it is shut, and sends it in order', async () => {
    const { batch, say, args } = collect(2, false);
    say('a', 'b', 'c', 'd');
    await moment();
    expect(args()).toEqual([]);
    batch.open();
    expect(args()).toEqual(['abc', 'd']);
    batch.shut();
    say('e');
    await moment();
    expect(args()).toEqual(['abc', 'd']);
  });
});
