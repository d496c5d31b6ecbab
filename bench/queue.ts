import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { DEFAULT_SUBMISSION_OPTIONS } from '@/core/submission';
import { taskFields } from '@/core/task';
import { readWord, schedulerWord } from '@/core/words';
import { KEYS } from '@/platform/redis/keys';
import { startRedis } from '@/test/parts';
import { startProduct } from '@/test/product';
import { RawSocket } from '@/test/socket';
import { until } from '@/test/until';
import { percentile, type Section } from './report';

/**
 * The way of a task through the line: from `start` sent to the first sign of its process, over a bare spawn; and from
 * the end of one task to the start of the next, with nobody and with many behind it.
 */

/** Ends at once and draws nothing; what is measured is the way there. */
const SOURCE = 'write("x");';

export async function measureQueue(rounds: number, waiting: number): Promise<Section> {
  const redis = await startRedis();
  const unlimited = ['--backends', '1', '--log-level', 'warn', '--max-predicted-wait-seconds', '0'];
  const own = ['--redis-url', redis.url, '--self-check-every', '0'];
  const product = await startProduct([...unlimited, ...own]);
  const [spawns, starts]: [number[], number[]] = [[], []];
  try {
    for (let i = 0; i < rounds; i += 1) {
      spawns.push(await bareSpawn());
      starts.push(await startOf(product));
      // An idle server has a jail that waits.
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
    const few = await measureGaps(redis.url, rounds, 0);
    const many = await measureGaps(redis.url, rounds, waiting);
    const [spawned, started] = [percentile(spawns, 0.5), percentile(starts, 0.5)];
    return {
      title: 'The way through the line',
      rows: [
        ['bare spawn of a process, p50', `${spawned.toFixed(1)} ms`, ''],
        ['submit to permit to process start, p50', `${started.toFixed(1)} ms`, ''],
        ['over the bare spawn', `${(started - spawned).toFixed(1)} ms`, 'at most 5 ms'],
        ['end of one to the start of the next, p50', `${percentile(few, 0.5).toFixed(1)} ms`, 'at most 5 ms'],
        [`the same with ${waiting} waiting behind, p50`, `${percentile(many, 0.5).toFixed(1)} ms`, 'at most 5 ms'],
      ],
    };
  } finally {
    await product.stop();
    redis.stop();
  }
}

/** So many may have run before all are in line. */
const EARLY = 400;

/** A front that only exists in Redis: its tasks run, and nobody listens to them. */
async function measureGaps(url: string, rounds: number, behind: number): Promise<number[]> {
  const [redis, words, inbox] = [new Redis(url), new Redis(url), new Redis(url)];
  const front = `f-${randomUUID()}`;
  await redis.multi().set(KEYS.front(front), '1').sadd(KEYS.fronts, front).exec();
  const ids = Array.from({ length: rounds + behind + EARLY }, () => randomUUID());
  const startedAt = new Map<string, number>();
  const endedAt: number[] = [];
  let isOver = false;
  const hearing = hear(
    words,
    (at) => endedAt.push(at),
    () => isOver,
  );
  for (const id of ids) await submit(redis, front, id);
  // Those that run while the others are still being put in line are not looked at.
  await until('all are in line', async () => (await redis.xlen(KEYS.incoming)) === 0, 120_000);
  await inbox.del(KEYS.frontInbox(front));
  while (startedAt.size < rounds + 1) {
    const heard = await inbox.blpop(KEYS.frontInbox(front), 30);
    const task = heard && /"address","task":"([^"]+)"/.exec(heard[1])?.[1];
    if (task) startedAt.set(task, performance.now());
  }
  isOver = true;
  // Those that wait behind go with everything else, when Redis is stopped.
  if (behind === 0) await until('the line is empty', async () => (await redis.scard(KEYS.tasks)) === 0, 120_000);
  await hearing;
  for (const connection of [redis, words, inbox]) connection.disconnect();
  const starts = [...startedAt.values()];
  // Each start but the first follows the end before it.
  return starts.slice(1).flatMap((start) => {
    const end = endedAt.findLast((at) => at < start);
    return end === undefined ? [] : [start - end];
  });
}

async function hear(words: Redis, onFinished: (at: number) => void, isOver: () => boolean): Promise<void> {
  let last = '$';
  while (!isOver()) {
    const heard = await words.xread('BLOCK', 500, 'STREAMS', KEYS.incoming, last);
    for (const [id, fields] of heard?.[0]?.[1] ?? []) {
      last = id;
      if (readWord(schedulerWord, fields[1] ?? '')?.type === 'finished') onFinished(performance.now());
    }
  }
}

async function submit(redis: Redis, front: string, id: string): Promise<void> {
  const record = {
    ...{ id, kind: 'render' as const, main: 'main.asy', options: DEFAULT_SUBMISSION_OPTIONS, front },
    ...{ client: id, address: id, createdAtMs: Date.now() },
  };
  await redis
    .multi()
    .hset(KEYS.task(id), { ...taskFields(record), state: 'incoming' })
    .hset(KEYS.taskFiles(id), { 'main.asy': SOURCE })
    .xadd(KEYS.incoming, '*', 'word', JSON.stringify({ type: 'submitted', task: id }))
    .exec();
}

function bareSpawn(): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn('true', { stdio: 'ignore' });
    child.once('exit', () => resolve(performance.now() - startedAt));
  });
}

/** The empty first output comes when the process has started. */
async function startOf(product: { readonly url: string }): Promise<number> {
  const socket = await RawSocket.open(product);
  socket.add('main.asy', `${SOURCE} // ${Math.random()}`);
  const startedAt = performance.now();
  socket.send('start', { main: 'main.asy' });
  await socket.wait('output');
  const took = performance.now() - startedAt;
  await socket.closed();
  return took;
}
