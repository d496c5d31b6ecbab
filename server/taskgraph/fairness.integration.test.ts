import { afterEach, describe, expect, it } from 'vitest';
import { checkGraph } from '@/core/taskgraph/graph';
import type { TaskBody } from '@/core/taskgraph/taskSchema';
import { GraphWriter } from './graphWriter';
import { newId } from './ids';
import { OwnerStore, type Room } from './ownerStore';
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
    if (!checked.ok) throw new Error(checked.problem.detail);
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

  it('may be moved within the own line', async () => {
    const { write, workers, owners } = open();
    await write('me', [RENDER, RENDER]);
    await owners.patch('me', 't-me-1', { priority: 1 });
    expect((await workers.claim('render', 'w', 1)).tasks.map(({ id }) => id)).toEqual(['t-me-1']);
  });
});

// docs/task-graph.md, "Limits"
describe('the room for tasks', () => {
  const room = (more: Partial<Room>): Room => ({ ...AMPLE_ROOM, ...more });
  const tooMany = (detail: string) => ({ ok: false, problem: { code: 'too-many-tasks', detail } });

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
    expect(full).toMatchObject({ ok: false, problem: { code: 'too-many-tasks', retryAfterSeconds: 60 } });
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
