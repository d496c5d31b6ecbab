import { afterEach, describe, expect, it } from 'vitest';
import { checkGraph } from '@/core/taskgraph/graph';
import { taskListQuerySchema } from '@/core/taskgraph/querySchema';
import type { GraphBody } from '@/core/taskgraph/taskSchema';
import type { Blobs } from '@/platform/blobs/blobs';
import { KEYS } from '@/platform/redis/keys';
import { GraphWriter } from './graphWriter';
import { Listing } from './listing';
import { AMPLE_ROOM, useRedis } from './redis.harness';
import { Scripts } from './scripts';
import { TaskReader } from './taskReader';
import { WorkerStore } from './workerStore';

const { connect } = useRedis();
const WORK = { command: { external: 1 } };
const BODY: GraphBody = { tasks: { a: { ...WORK, name: 'one', continuations: ['b'] }, b: WORK } };
const IDS = new Map([
  ['a', 'ta'],
  ['b', 'tb'],
]);

function open() {
  const redis = connect();
  const scripts = new Scripts(redis);
  const blobs: Blobs = {
    ...{ put: nothing, get: nothing, open: nothing, copy: nothing, remove: nothing, removeAll: nothing },
    async *list() {},
    weigh: async () => new Map(),
  };
  const reader = new TaskReader(redis, blobs);
  const discarded: string[] = [];
  const graphs = new GraphWriter(redis, scripts, async (task) => void discarded.push(task));
  const listing = new Listing(redis, reader);
  const list = async () => {
    const page = await listing.list(taskListQuerySchema.parse({}), '');
    return page.ok ? page.value.tasks.map(({ id, fields }) => `${id} ${fields.state}`) : [];
  };
  const create = (writer = graphs, id = 'g1') => {
    const checked = checkGraph(BODY);
    if (!checked.ok) throw new Error(checked.failure.message);
    return writer.create('me', checked.value, { id, ids: IDS, room: AMPLE_ROOM, commandOf: () => '{}' });
  };
  return { redis, scripts, graphs, list, create, discarded };
}

async function nothing(): Promise<undefined> {
  return undefined;
}

/** A writer that dies before the named step. */
class Dying extends Scripts {
  constructor(
    redis: ReturnType<typeof connect>,
    private readonly before: string,
  ) {
    super(redis);
  }

  override async run(...[name, args]: Parameters<Scripts['run']>): Promise<unknown> {
    if (name === this.before) throw new Error('died');
    return super.run(name, args);
  }

  override async ask(...[name, args]: Parameters<Scripts['ask']>): Promise<readonly unknown[]> {
    if (name === this.before) throw new Error('died');
    return super.ask(name, args);
  }
}

afterEach(async () => void (await connect().flushall()));

// docs/task-graph.md, 12 and "Failures and recovery"
describe('a graph whose writer dies', () => {
  /** As if its writer had fallen silent long ago. */
  const age = (redis: ReturnType<typeof connect>) => redis.zadd(KEYS.graph('unready'), 'XX', 1, 'g1');

  it('is seen by nobody until it is whole, and forgotten then', async () => {
    const { redis, graphs, list, create, discarded } = open();
    const dying = new GraphWriter(redis, new Dying(redis, 'publish'));
    await expect(create(dying)).rejects.toThrow('died');
    expect(await redis.exists(KEYS.graph('task', 'ta'))).toBe(1);
    expect(await list()).toEqual([]);
    expect(await graphs.adopt()).toBe(0);
    await age(redis);
    expect(await graphs.adopt()).toBe(1);
    expect(discarded.sort()).toEqual(['ta', 'tb']);
    // Everything of it is gone, its name too.
    expect((await create(graphs, 'g2')).ok).toBe(true);
    expect(await list()).toEqual(['ta available', 'tb inactive']);
  });

  it('is finished by another front once it was visible', async () => {
    const { redis, graphs, list, create } = open();
    await expect(create(new GraphWriter(redis, new Dying(redis, 'start')))).rejects.toThrow('died');
    expect(await list()).toEqual(['ta inactive', 'tb inactive']);
    await age(redis);
    await graphs.adopt();
    expect(await list()).toEqual(['ta available', 'tb inactive']);
    expect(await redis.xlen(KEYS.graph('events'))).toBe(3);
    expect(await redis.zcard(KEYS.graph('unready'))).toBe(0);
  });
});

// docs/task-graph.md, 8
it('50 workers and 10,000 tasks: each is claimed once', async () => {
  const { redis, scripts, graphs } = open();
  const size = 10_000;
  const names = Array.from({ length: size }, (_, i) => `n${i}`);
  const checked = checkGraph({ tasks: Object.fromEntries(names.map((name) => [name, WORK])) });
  if (!checked.ok) throw new Error(checked.failure.message);
  const ids = new Map(names.map((name) => [name, `t-${name}`]));
  await graphs.create('me', checked.value, { id: 'g', ids, room: AMPLE_ROOM, commandOf: () => '{}' });
  const workers = new WorkerStore(scripts);
  const claimed: string[] = [];
  const work = async (name: string) => {
    for (let found = await workers.claim('external', name, 7); found.tasks.length > 0;) {
      claimed.push(...found.tasks.map(({ id }) => id));
      found = await workers.claim('external', name, 7);
    }
  };
  await Promise.all(Array.from({ length: 50 }, (_, i) => work(`w${i}`)));
  expect(claimed).toHaveLength(size);
  expect(new Set(claimed).size).toBe(size);
  expect(await redis.zcard(KEYS.graph('state', 'running'))).toBe(size);
});
