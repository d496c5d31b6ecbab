import { expect, it } from 'vitest';
import { checkGraph } from '@/core/taskgraph/graph';
import { refusal, success, type Result } from '@/core/result';
import { KEYS } from '@/platform/redis/keys';
import { GraphWriter } from './graphWriter';
import { AMPLE_ROOM, useRedis } from './redis.harness';
import { onceFor } from './reservation';
import { Scripts } from './scripts';

const { connect } = useRedis();

function open(key: string) {
  const redis = connect();
  const scripts = new Scripts(redis);
  const graphs = new GraphWriter(redis, scripts);
  const repeatable = { key, fingerprint: 'body' };
  const write = async (graph: string): Promise<Result<string>> => {
    const checked = checkGraph({ tasks: { a: { command: { external: 1 } } } });
    if (!checked.ok) return checked;
    const ids = new Map([['a', `task-of-${graph}`]]);
    const options = { id: graph, ids, room: AMPLE_ROOM, repeatable, commandOf: () => '{}' };
    const written = await graphs.create('me', checked.value, options);
    return written.ok ? success(graph) : written;
  };
  const once = (graph: string, how = () => write(graph)) =>
    onceFor(scripts, { owner: 'me', graph, ...repeatable }, how);
  return { redis, write, once, place: KEYS.graph('repeat', 'me', key) };
}

it('is waited for by the same request, which then has the same graph', async () => {
  const { redis, write, once, place } = open('both');
  const begun = newSignal();
  const goOn = newSignal();
  const first = once('g1', async () => {
    begun.resolve();
    await goOn.promise;
    return write('g1');
  });
  await begun.promise;
  expect(await redis.pttl(place)).toBeGreaterThan(0);
  const second = once('g2');
  goOn.resolve();
  expect(await Promise.all([first, second])).toEqual([success('g1'), success('g1')]);
});

it('is given back when the graph was refused', async () => {
  const { redis, once, place } = open('refused');
  const tooMany = { code: 'too-many-tasks', message: 'There is no room.' } as const;
  expect(await once('g3', async () => refusal(tooMany))).toEqual(refusal(tooMany));
  expect(await redis.exists(place)).toBe(0);
  expect(await once('g4')).toEqual(success('g4'));
});

it('is lost by a writer that was silent: it makes nothing, and leaves the place to the one that has it now', async () => {
  const { redis, write, once, place } = open('silent');
  const late = await once('g5', async () => {
    await redis.del(place);
    await redis.hset(place, 'holder', 'g6', 'fingerprint', 'body');
    return write('g5');
  });
  expect(late).toMatchObject({ ok: false, failure: { code: 'lost-race' } });
  expect(await redis.hget(place, 'holder')).toBe('g6');
  expect(await redis.exists(KEYS.graph('graph', 'g5'))).toBe(0);
});

function newSignal() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve: () => resolve() };
}
