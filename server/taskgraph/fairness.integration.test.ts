import { afterEach, describe, expect, it } from 'vitest';
import { checkGraph } from '@/core/taskgraph/graph';
import { TASK_GRAPH_ROOM } from '@/core/taskgraph/limits';
import type { TaskBody } from '@/core/taskgraph/taskSchema';
import { KEYS } from '@/platform/redis/keys';
import { Forgetting } from './forgetting';
import { GraphWriter } from './graphWriter';
import { newId } from './ids';
import { OwnerStore, type Budget } from './ownerStore';
import { AMPLE_ROOM, useRedis } from './redis.harness';
import { Scripts } from './scripts';
import { WorkerStore } from './workerStore';

const { connect } = useRedis();
const RENDER: TaskBody = { command: { render: { files: { 'a.asy': '' }, main: 'a.asy' } } };
const WORK: TaskBody = { command: { external: 1 }, hold: true };

function open() {
  const scripts = new Scripts(connect());
  const graphs = new GraphWriter(connect(), scripts);
  const owners = new OwnerStore(scripts);
  const write = (owner: string, bodies: readonly TaskBody[], room = AMPLE_ROOM) => {
    const checked = checkGraph({ tasks: Object.fromEntries(bodies.map((body, i) => [`n${i}`, body])) });
    if (!checked.ok) throw new Error(checked.failure.message);
    const ids = new Map(bodies.map((_, i) => [`n${i}`, `t-${owner}-${i}`]));
    return graphs.create(owner, checked.value, { id: newId('g'), ids, room, commandOf: () => '{}' });
  };
  return { scripts, owners, write, workers: new WorkerStore(scripts) };
}

afterEach(async () => void (await connect().flushall()));

// docs/task-graph.md, "Render tasks"
describe('render tasks of several owners', () => {
  it('take turns, the own ones by priority and age', async () => {
    const { write, workers, owners } = open();
    const many = Array.from({ length: 5 }, (_, i) => ({ ...RENDER, priority: i === 3 ? 7 : 0 }));
    await write('busy', many);
    await write('other', [RENDER]);
    await write('third', [RENDER, RENDER]);
    const claimed = async (inAll: number) => (await workers.claim('render', 'w', inAll)).tasks.map(({ id }) => id);
    expect(await claimed(2)).toEqual(['t-busy-3', 't-other-0']);
    expect(await claimed(2)).toEqual([]);
    await owners.cancel('third', 't-third-0');
    expect(await claimed(4)).toEqual(['t-third-1', 't-busy-0']);
    // Whoever comes now waits for one of each at most.
    await write('late', [RENDER]);
    expect(await claimed(20)).toEqual(['t-busy-1', 't-late-0', 't-busy-2', 't-busy-4']);
    expect(await claimed(20)).toEqual([]);
  });

  it('share one turn of their address if they are sessions, whatever their number and priority', async () => {
    const { write, workers } = open();
    const home = { ...AMPLE_ROOM, address: 'home', ofAddress: 1000 };
    const cookies = Array.from({ length: 20 }, (_, i) => `cookie:${i}`);
    for (const cookie of cookies) await write(cookie, [{ ...RENDER, priority: 1000 }, RENDER], home);
    await write('token:a', [RENDER, RENDER, RENDER]);
    await write('cookie:neighbour', [RENDER, RENDER], { ...home, address: 'elsewhere' });
    const order = (await workers.claim('render', 'w', 9)).tasks.map(({ fields }) => fields.owner);
    expect(order).toEqual([
      ...['cookie:0', 'token:a', 'cookie:neighbour', 'cookie:1', 'token:a', 'cookie:neighbour'],
      ...['cookie:2', 'token:a', 'cookie:3'],
    ]);
    const rest = (await workers.claim('render', 'w', 1000)).tasks.map(({ fields }) => fields.owner);
    expect(rest).toHaveLength(2 * cookies.length - 4);
    expect(rest.slice(0, cookies.length - 4)).toEqual(cookies.slice(4));
  });

  it('may be moved within the own line', async () => {
    const { write, workers, owners } = open();
    await write('me', [RENDER, RENDER]);
    await owners.patch('me', 't-me-1', { priority: 1 });
    expect((await workers.claim('render', 'w', 1)).tasks.map(({ id }) => id)).toEqual(['t-me-1']);
  });
});

// docs/task-graph.md, 8
describe('external tasks', () => {
  it('of a session, from before these needed a token, reach nobody and end', async () => {
    const { write, workers, owners } = open();
    const work: TaskBody = { command: { external: 1 }, priority: 1000 };
    await write('cookie:stranger', [{ ...work, continuations: ['n1'] }, WORK]);
    await write('token:a', [{ ...work, priority: 0 }]);
    expect(await workers.claimOne('t-cookie:stranger-0', 'external', 'w')).toMatchObject({ ok: false });
    const ids = (await workers.claim('external', 'w', 5)).tasks.map(({ id }) => id);
    expect(ids).toEqual(['t-token:a-0']);
    expect(await owners.activate('cookie:stranger', 't-cookie:stranger-1')).toMatchObject({ ok: false });
  });

  it('of one owner do not keep the workers of another waiting', async () => {
    const { write, workers } = open();
    const work: TaskBody = { command: { external: 1 } };
    await write('token:busy', Array<TaskBody>(1500).fill({ ...work, priority: 9 }));
    await write('token:me', [work, { ...work, priority: 1 }]);
    const served = { owners: ['token:me', 'token:nobody'], labels: [] };
    const claims = await workers.claim('external', 'w', 5, { cores: 1 }, served);
    expect(claims.tasks.map(({ id }) => id)).toEqual(['t-token:me-1', 't-token:me-0']);
  });
});

// docs/task-graph.md, "Limits"
describe('tasks that nobody claims', () => {
  it('lapse with what is below them, and nothing else does', async () => {
    const redis = connect();
    const clock = { now: 1_000_000 };
    const scripts = new Scripts(redis, () => clock.now);
    const [owners, workers] = [new OwnerStore(scripts), new WorkerStore(scripts)];
    const forgetting = new Forgetting(redis, scripts, { forget: async () => undefined });
    const make = async (body: TaskBody) => {
      const made = await owners.create('token:a', body, { room: AMPLE_ROOM, command: '{}' });
      return made.ok ? made.value : '';
    };
    const work: TaskBody = { command: { external: 1 } };
    const below = await make(WORK);
    const unclaimed = await Promise.all(Array.from({ length: 250 }, () => make(work)));
    const [parent, held] = [await make({ ...WORK, continuations: [below] }), await make(WORK)];
    const child = await make(WORK);
    const running = await make({ ...work, continuations: [child] });
    expect(await workers.claimOne(running, 'external', 'w')).toMatchObject({ ok: true });
    clock.now += TASK_GRAPH_ROOM.unclaimedTaskSeconds * 1000 + 1;
    const fresh = await make(work);
    await owners.activate('token:a', parent);
    await forgetting.lapse(clock.now);
    const states = await Promise.all(
      [...unclaimed, held, parent, below, running, child, fresh].map((id) =>
        redis.hget(KEYS.graph('task', id), 'state'),
      ),
    );
    expect(states).toEqual([
      ...unclaimed.map(() => 'cancelled'),
      ...['cancelled', 'available', 'inactive', 'running', 'inactive', 'available'],
    ]);
    clock.now += TASK_GRAPH_ROOM.unclaimedTaskSeconds * 1000 + 1;
    await forgetting.lapse(clock.now);
    expect(await redis.hget(KEYS.graph('task', below), 'state')).toBe('cancelled');
  });
});

// docs/task-graph.md, "Limits"
describe('the room for tasks', () => {
  const room = (more: Partial<Budget>): Budget => ({ ...AMPLE_ROOM, ...more });
  const tooMany = (detail: string) => ({ ok: false, failure: { code: 'too-many-tasks', message: detail } });

  it('is that of the owner, of all sessions of an address, and of everybody', async () => {
    const { owners, write } = open();
    const home = room({ address: 'home', ofAddress: 3, ofOwner: 2 });
    expect(await write('a', [WORK, WORK], home)).toMatchObject({ ok: true });
    expect(await owners.create('a', WORK, { room: home })).toMatchObject(
      tooMany(expect.stringContaining('kept for you') as string),
    );
    // Another session of the same address gets what is left, and no third one helps.
    expect(await write('b', [WORK, WORK], home)).toMatchObject(
      tooMany(expect.stringContaining('sessions of your address') as string),
    );
    expect(await owners.create('b', WORK, { room: home })).toMatchObject({ ok: true });
    expect(await owners.create('c', WORK, { room: home })).toMatchObject({ ok: false });
    expect(await owners.create('c', WORK, { room: { ...home, address: 'elsewhere' } })).toMatchObject({ ok: true });
    const full = await owners.create('token', WORK, { room: room({ inAll: 4 }) });
    expect(full).toMatchObject({ ok: false, failure: { code: 'too-many-tasks', retryAfterSeconds: 60 } });
  });

  it('is there again for what was forgotten, and after a graph that was refused', async () => {
    const { scripts, owners, write } = open();
    const home = room({ address: 'home', ofAddress: 2 });
    expect(await write('a', [WORK, WORK, WORK], home)).toMatchObject({ ok: false });
    expect(await write('a', [WORK, WORK], home)).toMatchObject({ ok: true });
    await owners.cancel('a', 't-a-0');
    expect(await scripts.ask('forget', ['ended', 't-a-0'])).toEqual(['t-a-0']);
    expect(await owners.create('b', WORK, { room: home })).toMatchObject({ ok: true });
    expect(await owners.create('b', WORK, { room: home })).toMatchObject({ ok: false });
  });

  it('is not overdrawn by graphs that are written at the same time', async () => {
    const { write } = open();
    const home = room({ address: 'home', ofAddress: 500 });
    const bodies = Array<TaskBody>(300).fill(WORK);
    const written = await Promise.all(['a', 'b', 'c', 'd'].map((owner) => write(owner, bodies, home)));
    expect(written.filter(({ ok }) => ok).length).toBeLessThanOrEqual(1);
  });
});
