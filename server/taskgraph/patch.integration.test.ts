import { beforeAll, expect, it } from 'vitest';
import type { Redis } from 'ioredis';
import type { TaskBody } from '@/core/taskgraph/taskSchema';
import type { Result } from '@/core/result';
import type { PatchBody } from '@/core/taskgraph/workerSchema';
import { TASK_GRAPH_LIMITS } from '@/core/taskgraph/limits';
import { KEYS } from '@/platform/redis/keys';
import { OwnerStore } from './ownerStore';
import { AMPLE_ROOM, useRedis } from './redis.harness';
import { Scripts } from './scripts';
import { idsOf } from './storedTask';
import { WorkerStore } from './workerStore';

/** What an owner, or a worker that claims, may change of one task, on a real Redis. */

const { connect } = useRedis();
let redis: Redis;
let owners: OwnerStore;
let workers: WorkerStore;

beforeAll(() => {
  redis = connect();
  const scripts = new Scripts(redis);
  owners = new OwnerStore(scripts);
  workers = new WorkerStore(scripts);
});

const codeOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.failure.code);
const childrenOf = async (id: string) => idsOf(await redis.get(KEYS.graph('next', id)));
const pendingOf = async (id: string) => Number((await redis.hget(KEYS.graph('task', id), 'pending')) ?? 0);

async function create(body: TaskBody = {}): Promise<string> {
  const made = await owners.create('me', { command: { external: 1 }, ...body }, { room: AMPLE_ROOM, command: '{}' });
  if (!made.ok) throw new Error(made.failure.message);
  return made.value;
}
const held = () => create({ hold: true });

// docs/task-graph.md, 6
it('adds edges first and then removes some: the same edge in both is not there in the end', async () => {
  const [a, b, c] = [await held(), await held(), await held()];
  const rewire = (add: string[], remove: string[]) =>
    owners.patch('me', a, { add_continuations: add, remove_continuations: remove });
  expect(codeOf(await rewire([b], [b]))).toBe('ok');
  expect([await childrenOf(a), await pendingOf(b)]).toEqual([[], 0]);
  expect(codeOf(await rewire([b], []))).toBe('ok');
  expect(codeOf(await rewire([b, c], [b]))).toBe('ok');
  expect([await childrenOf(a), await pendingOf(b), await pendingOf(c)]).toEqual([[c], 0, 1]);
});

// docs/task-graph.md, 6
it('exchanges one continuation of as many as there may be', async () => {
  const a = await held();
  const children = await Promise.all(Array.from({ length: TASK_GRAPH_LIMITS.maxContinuations }, held));
  expect(codeOf(await owners.patch('me', a, { add_continuations: children }))).toBe('ok');
  const [other, first = ''] = [await held(), children[0]];
  expect(codeOf(await owners.patch('me', a, { add_continuations: [other] }))).toBe('too-many-continuations');
  const exchange = { add_continuations: [other], remove_continuations: [first] };
  expect(codeOf(await owners.patch('me', a, exchange))).toBe('ok');
  expect((await childrenOf(a)).at(-1)).toBe(other);
});

// docs/task-graph.md, 7
it('is claimed only while it is available; who comes second has lost a race', async () => {
  const claim = async (id: string) => codeOf(await workers.claimOne(id, 'external', 'w'));
  const [waiting, taken, cancelled] = [await held(), await create(), await create()];
  await owners.cancel('me', cancelled);
  expect(await claim(waiting)).toBe('illegal-transition');
  expect(await claim(cancelled)).toBe('illegal-transition');
  expect(await claim(taken)).toBe('ok');
  expect(await claim(taken)).toBe('lost-race');
  await owners.cancel('me', taken);
  expect(await claim(taken)).toBe('lost-race');
});

// docs/task-graph.md, "Model"
it('has what it needs and its attempts fixed once it is available, and the rest not', async () => {
  const fixed: PatchBody[] = [
    ...[{ max_attempt_count: 3 }, { requested_resources: { cores: 2 } }, { requested_resources: {} }],
    { command: { external: 'another' } },
  ];
  const free = { name: 'x', labels: ['l'], priority: 3, estimated_runtime_ms: 1, max_termination_time_ms: 86_400_000 };
  const id = await held();
  for (const body of fixed) expect(codeOf(await owners.patch('me', id, body))).toBe('ok');
  // Of one request, the state is changed last.
  expect(codeOf(await owners.patch('me', id, { max_attempt_count: 4, state: 'available' }))).toBe('ok');
  for (const body of fixed) {
    const refused = await owners.patch('me', id, { ...body, priority: 9 });
    const field = Object.keys(body)[0];
    expect(refused).toMatchObject({ failure: { code: 'illegal-transition', errors: [{ field }] } });
  }
  expect(codeOf(await owners.patch('me', id, { ...free, deadline: '2030-01-01T00:00:00Z' }))).toBe('ok');
  expect(await redis.hmget(KEYS.graph('task', id), 'maxAttempts', 'priority', 'cores')).toEqual(['4', '3', '']);
  expect(await redis.get(KEYS.graph('command', id))).toBe('{"external":"another"}');
});

// docs/task-graph.md, "Model"
it('is of the kind of its last command when it becomes available', async () => {
  const group = await owners.create('me', { hold: true }, { room: AMPLE_ROOM });
  if (!group.ok) throw new Error(group.failure.message);
  const patched = await owners.patch('me', group.value, { command: { external: 1 }, state: 'available' });
  expect(codeOf(patched)).toBe('ok');
  expect(await redis.hmget(KEYS.graph('task', group.value), 'kind', 'state')).toEqual(['external', 'available']);
  expect(codeOf(await workers.claimOne(group.value, 'external', 'w'))).toBe('ok');
});
