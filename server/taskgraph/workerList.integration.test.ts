import { beforeEach, expect, it } from 'vitest';
import type { Redis } from 'ioredis';
import { taskListQuerySchema } from '@/core/taskgraph/querySchema';
import type { Resources } from '@/core/taskgraph/taskSchema';
import type { Blobs } from '@/platform/blobs/blobs';
import { Listing } from './listing';
import { OwnerStore } from './ownerStore';
import { AMPLE_ROOM, useRedis } from './redis.harness';
import { Scripts } from './scripts';
import { TaskReader } from './taskReader';
import { listWorkers } from './workerList';
import { WorkerStore } from './workerStore';

/** Workers and what fits them, on a real Redis. */

const { connect } = useRedis();
const HOUR_MS = 3_600_000;
let redis: Redis;
let owners: OwnerStore;
let workers: WorkerStore;
/** The same workers an hour ago. */
let earlier: WorkerStore;

beforeEach(async () => {
  redis = connect();
  await redis.flushall();
  owners = new OwnerStore(new Scripts(redis));
  workers = new WorkerStore(new Scripts(redis), HOUR_MS / 2);
  earlier = new WorkerStore(new Scripts(redis, () => Date.now() - HOUR_MS), HOUR_MS / 2);
});

async function create(requested_resources: Resources = {}): Promise<string> {
  const body = { command: { external: 1 }, requested_resources };
  const made = await owners.create('me', body, { room: AMPLE_ROOM, command: '{}' });
  if (!made.ok) throw new Error(made.failure.message);
  return made.value;
}

async function listed(limit = 100, cursor?: string) {
  const page = await listWorkers(redis, workers.leaseMs, { limit, cursor });
  if (!page.ok) throw new Error(page.failure.message);
  return page.value;
}

// docs/task-graph.md, 8
it('lists who claimed or renewed within the last lease, with what they hold', async () => {
  const [first, second] = [await create({ cores: 1, gpus: 1 }), await create({ cores: 2, memory_bytes: 8 })];
  await workers.claim('render', 'ourselves', 1);
  await earlier.claim('external', 'token:a/silent', 0);
  const [old] = (await earlier.claim('external', 'token:a/busy', 1)).tasks;
  await workers.claim('external', 'token:b/idle', 0);
  expect((await listed()).items.map(({ worker }) => worker)).toEqual(['idle']);
  await workers.renew(first, old?.token ?? '');
  await workers.claimOne(second, 'external', 'token:a/busy');
  const { items, next } = await listed();
  expect(next).toBeNull();
  expect(items).toMatchObject([
    { worker: 'busy', token: 'token:a', resources: { cores: 3, gpus: 1, memory_bytes: 8 } },
    { worker: 'idle', token: 'token:b', tasks: [], resources: { cores: 0, gpus: 0, memory_bytes: 0 } },
  ]);
  expect(items[0]?.tasks.toSorted()).toEqual([first, second].toSorted());
});

// docs/task-graph.md, 8 and 12
it('lists workers in pages, each once', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const name of names) await workers.claim('external', `token:t/${name}`, 1);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listed(2, cursor);
    seen.push(...page.items.map(({ worker }) => worker));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(names);
});

// docs/task-graph.md, 12
it('lists tasks that fit', async () => {
  const [none, cores, memory] = [await create(), await create({ cores: 1.5 }), await create({ memory_bytes: 4096 })];
  const gpus = await create({ gpus: 1, cores: 4 });
  const blobs = {} as Blobs;
  const listing = new Listing(redis, new TaskReader(redis, blobs));
  const fitting = async (query: Record<string, string>) => {
    const page = await listing.list(taskListQuerySchema.parse(query), '');
    return page.ok ? page.value.tasks.map(({ id }) => id) : page.failure.code;
  };
  expect(await fitting({ cores_at_most: '2' })).toEqual([none, cores, memory]);
  expect(await fitting({ cores_at_most: '1.5', memory_bytes_at_most: '4095' })).toEqual([none, cores]);
  expect(await fitting({ gpus_at_most: '0' })).toEqual([none, cores, memory]);
  expect(await fitting({ gpus_at_most: '1', memory_bytes_at_most: '4096' })).toEqual([none, cores, memory, gpus]);
  for (const wrong of ['', '-1', 'x'])
    expect(taskListQuerySchema.safeParse({ cores_at_most: wrong }).success).toBe(false);
});
