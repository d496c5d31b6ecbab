import fc from 'fast-check';
import type { Redis } from 'ioredis';
import { expect } from 'vitest';
import { checkGraph } from '@/core/taskgraph/graph';
import { brokenInvariants, type TaskSnapshot } from '@/core/taskgraph/testing/invariants';
import { TaskModel } from '@/core/taskgraph/testing/model';
import { liveAttempt } from '@/core/taskgraph/testing/modelTask';
import type { Result } from '@/core/result';
import type { TaskState } from '@/core/taskgraph/state';
import type { GraphBody } from '@/core/taskgraph/taskSchema';
import { KEYS } from '@/platform/redis/keys';
import { readEvent } from './eventFeed';
import { GraphWriter } from './graphWriter';
import { newId } from './ids';
import { commands, graphs, WORKERS, type Command } from './model.arbitrary';
import { OwnerStore } from './ownerStore';
import { idsOf } from './storedTask';
import { AMPLE_ROOM } from './redis.harness';
import { Scripts } from './scripts';
import { WorkerStore } from './workerStore';

/**
 * The service on a real Redis against the model (core/taskgraph/testing/model.ts): the same commands, at the same times, have
 * the same answers and leave the same tasks behind.
 */

/** Both at once. The ids and tokens of the real one are given to the model, so that they can be compared. */
class Pair {
  private nextIds: string[] = [];
  private nextTokens: string[] = [];
  private readonly claims: { readonly id: string; readonly token: string }[] = [];
  private readonly model = new TaskModel({
    nowMs: () => this.clock.nowMs,
    newId: () => this.nextIds.shift() ?? 'none',
    newToken: () => this.nextTokens.shift() ?? 'none',
  });
  private readonly owners: OwnerStore;
  private readonly workers: WorkerStore;
  private readonly graphs: GraphWriter;

  constructor(
    private readonly redis: Redis,
    scripts: Scripts,
    private readonly clock: { nowMs: number },
  ) {
    this.owners = new OwnerStore(scripts);
    this.workers = new WorkerStore(scripts);
    this.graphs = new GraphWriter(redis, scripts);
  }

  async create(graph: GraphBody): Promise<void> {
    const checked = checkGraph(graph);
    if (!checked.ok) throw new Error(checked.failure.message);
    const ids = new Map([...checked.value.tasks.keys()].map((local) => [local, newId('t')]));
    this.nextIds = [...ids.values()];
    same(
      await this.graphs.create('me', checked.value, { id: newId('g'), room: AMPLE_ROOM, ids, commandOf: () => '{}' }),
      this.model.createGraph('me', checked.value),
    );
  }

  async run(command: Command): Promise<void> {
    const { model, owners, workers } = this;
    switch (command.kind) {
      case 'create': {
        const continuations = command.child === undefined ? [] : [this.pick(command.child)];
        const body = { ...command.body, continuations };
        const id = newId('t');
        this.nextIds = [id];
        return same(await owners.create('me', body, { room: AMPLE_ROOM, id, command: '{}' }), model.create('me', body));
      }
      case 'link':
      case 'unlink': {
        const request = [{ targets: [this.pick(command.parent)], values: [this.pick(command.child)] }];
        const step = command.kind === 'link' ? 'addContinuations' : 'removeContinuations';
        return same(await owners[step]('me', request), model[step](request), true);
      }
      case 'rewire': {
        const [parent, add, remove] = [
          this.pick(command.parent),
          command.add.map((number) => this.pick(number)),
          command.remove.map((number) => this.pick(number)),
        ];
        const body = { add_continuations: add, remove_continuations: remove };
        return same(await owners.patch('me', parent, body), model.changeContinuations(parent, add, remove));
      }
      case 'activate':
      case 'cancel': {
        const id = this.pick(command.task);
        return same(await owners[command.kind]('me', id), model[command.kind](id));
      }
      case 'claim': {
        const name = WORKERS[command.worker] ?? '';
        const resources = command.cores === undefined ? {} : { cores: command.cores };
        const { tasks } = await workers.claim('external', name, command.max, resources);
        const claimed = tasks.map(({ id, token, leaseUntilMs }) => ({ id, token, leaseUntilMs }));
        this.nextTokens = claimed.map(({ token }) => token);
        expect(claimed).toEqual(model.workers.claim('external', name, command.max, resources));
        this.claims.push(...claimed);
        return;
      }
      case 'claim-one': {
        const id = this.pick(command.task);
        const name = WORKERS[command.worker] ?? '';
        const real = await workers.claimOne(id, 'external', name);
        if (real.ok) this.nextTokens = [real.value.token];
        if (real.ok) this.claims.push({ id, token: real.value.token });
        return same(real, model.workers.claimOne(id, 'external', name));
      }
      case 'renew':
      case 'report': {
        const held = this.claims[command.claim % Math.max(1, this.claims.length)];
        if (held === undefined) return;
        const { id, token } = held;
        if (command.kind === 'renew') return same(await workers.renew(id, token), model.workers.renew(id, token), true);
        const state = command.outcome === 'cancelled' ? 'cancelled' : 'terminated';
        const report = { state, exitStatus: command.outcome } as const;
        return same(await workers.report(id, token, report), model.workers.report(id, token, report));
      }
      case 'pass': {
        this.clock.nowMs += command.milliseconds;
        const late = await workers.expireLeases();
        expect([...late].sort()).toEqual(model.workers.expireLeases().sort());
      }
    }
  }

  /** What is in Redis is what is in the model, and neither breaks a rule. */
  async compare(): Promise<void> {
    const real = await this.snapshots();
    const expected = [...this.model.tasks.values()].map((task) => ({
      id: task.id,
      isGroup: task.kind === 'group',
      state: task.state,
      continuations: task.continuations,
      pendingDependencyCount: task.pendingDependencyCount,
      attemptCount: task.attemptCount,
      maxAttemptCount: task.maxAttemptCount,
      abandonedCount: task.abandonedCount,
      liveTokenCount: liveAttempt(task) === undefined ? 0 : 1,
    }));
    expect(real).toEqual(expected);
    const tasks = new Map(real.map((snapshot) => [snapshot.id, snapshot]));
    expect(brokenInvariants({ tasks, releases: this.model.snapshot().releases })).toEqual([]);
    await this.compareIndexes(real);
  }

  /** The line, the leases and the sets of states say the same as the tasks themselves. */
  private async compareIndexes(tasks: readonly TaskSnapshot[]): Promise<void> {
    const inState = (...states: TaskState[]) =>
      tasks.flatMap(({ id, state }) => (states.includes(state) ? [id] : [])).sort();
    for (const state of [
      'inactive',
      'available',
      'running',
      'pending_cancellation',
      'cancelled',
      'terminated',
    ] as const)
      expect((await this.redis.zrange(KEYS.graph('state', state), 0, '-1')).sort()).toEqual(inState(state));
    expect((await this.redis.zrange(KEYS.graph('line', 'external'), 0, '-1')).sort()).toEqual(inState('available'));
    const leased = await this.redis.zrange(KEYS.graph('leases'), 0, '-1');
    expect(leased.sort()).toEqual(inState('running', 'pending_cancellation'));
  }

  /** The events tell the whole story of every task, each once. */
  async compareEvents(): Promise<void> {
    const stories = new Map<string, string[]>();
    for (const [entry, args] of await this.redis.xrange(KEYS.graph('events'), '-', '+')) {
      const event = readEvent(entry, args);
      if (!event) throw new Error(`the event ${entry} cannot be read`);
      const { task: id, from, to } = event;
      stories.set(id, [...(stories.get(id) ?? []), `${from}>${to}`]);
    }
    const expected = new Map<string, string[]>();
    for (const { task: id, from = '', to } of this.model.events)
      expected.set(id, [...(expected.get(id) ?? []), `${from}>${to}`]);
    expect(stories).toEqual(expected);
  }

  private async snapshots(): Promise<TaskSnapshot[]> {
    const ids = await this.redis.zrange(KEYS.graph('tasks'), 0, '-1');
    return Promise.all(
      ids.map(async (id) => {
        const fields = await this.redis.hgetall(KEYS.graph('task', id));
        const runs = Number(fields.runs ?? 0);
        const exits = await Promise.all(
          Array.from({ length: runs }, (_, i) => this.redis.hget(KEYS.graph('attempt', id, i + 1), 'exit')),
        );
        return {
          id,
          isGroup: fields.kind === 'group',
          state: fields.state as TaskState,
          continuations: new Set(idsOf(await this.redis.get(KEYS.graph('next', id)))),
          pendingDependencyCount: Number(fields.pending ?? 0),
          attemptCount: Number(fields.attempts ?? 0),
          maxAttemptCount: Number(fields.maxAttempts),
          abandonedCount: Number(fields.abandoned ?? 0),
          liveTokenCount: exits.filter((exit) => exit === null).length,
        };
      }),
    );
  }

  private pick(number: number): string {
    const ids = [...this.model.tasks.keys()];
    return ids[number % ids.length] ?? '';
  }
}

/** The same code of a problem, or both a success; the same value where it is told to the client. */
function same(real: Result<unknown>, model: Result<unknown>, withValue = false): void {
  expect(real.ok ? 'ok' : real.failure.code).toBe(model.ok ? 'ok' : model.failure.code);
  if (withValue && real.ok && model.ok) expect(real.value).toEqual(model.value);
}

export async function compareWithModel(redis: Redis, sequences: number): Promise<void> {
  const clock = { nowMs: 1_700_000_000_000 };
  const scripts = new Scripts(redis, () => clock.nowMs);
  await fc.assert(
    fc.asyncProperty(
      graphs,
      fc.array(commands, { minLength: 1, maxLength: 30, size: 'max' }),
      async (graph, sequence) => {
        await redis.flushall();
        const pair = new Pair(redis, scripts, clock);
        await pair.create(graph);
        for (const command of sequence) {
          await pair.run(command);
          await pair.compare();
        }
        await pair.compareEvents();
      },
    ),
    { numRuns: sequences },
  );
}
