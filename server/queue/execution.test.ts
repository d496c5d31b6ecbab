import { beforeEach, describe, expect, it } from 'vitest';
import type { Effect } from '@/core/schedule/events';
import { DEFAULT_OPTIONS } from '@/core/schedule/options';
import type { StoredTask } from '@/core/task';
import { QUEUE_LIMITS } from '@/core/limits';
import { createLog } from '@/platform/log';
import { Execution, type ExecutionParts, type KnownTask } from './execution';
import { Permits } from './permits';

/** Says in short what it is told, in order. */
class World {
  readonly said: string[] = [];
  readonly tasks = new Map<string, KnownTask>();
  readonly doubted: string[] = [];
  /** Whether a backend has the task, so that it cannot be taken out of its queue. */
  isHeld = false;
  /** Whether a permit still lies where it was put. */
  isUnread = true;
  /** A task that does not get into its queue for now. */
  stuck: { readonly id: string; readonly until: Promise<void> } | undefined;
  readonly execution: Execution;

  constructor() {
    const say =
      <Args extends unknown[]>(how: (...args: Args) => string) =>
      async (...args: Args) => {
        this.said.push(how(...args));
      };
    const parts = {
      options: DEFAULT_OPTIONS,
      tasks: this.tasks,
      permits: new Permits('term'),
      membership: { doubt: (backend: string) => this.doubted.push(backend) },
      log: createLog('test', 'silent'),
      queues: {
        add: async (queue: string, { id }: { id: string }) => {
          if (this.stuck?.id === id) await this.stuck.until;
          this.said.push(`add ${id} ${queue}`);
        },
        remove: async (queue: string, id: string) => {
          this.said.push(`remove ${id} ${queue}`);
          return !this.isHeld;
        },
      },
      store: {
        keepFiles: say((id: string) => `keep ${id}`),
        dropFiles: say((id: string) => `drop ${id}`),
        permit: say((backend: string, { permit, queue }: { permit: string; queue: string }) =>
          ['permit', permit, backend, queue].join(' '),
        ),
        takeBack: async () => this.isUnread,
        command: say((backend: string, { type }: { type: string }) => `${type} ${backend}`),
        tellFront: say((front: string, { type }: { type: string }) => `tell ${front} ${type}`),
        endDetached: say((id: string, _: unknown, { kind }: { kind: string }) => `end ${id} ${kind}`),
      },
    };
    this.execution = new Execution(parts as unknown as ExecutionParts);
  }

  know(id: string, changes: Partial<StoredTask> = {}): void {
    const options = { durationSeconds: 1 };
    const task = { id, kind: 'render', front: 'f', client: 'c', address: 'a', createdAtMs: 0, options, ...changes };
    this.tasks.set(id, { task: task as unknown as StoredTask, queue: undefined });
  }

  async carryOut(...effects: Effect[]): Promise<string[]> {
    await this.execution.carryOutAll(effects);
    return this.said.splice(0);
  }
}

const number = { kind: 'number', task: 't', taskClass: 0, number: 1 } as const;
const permit: Effect = {
  ...{ kind: 'permit', task: 't', taskClass: 0, number: 1, backend: 'w.1', permit: 7 },
  ...{ grantedSeconds: 3, durationSeconds: 1 },
};

let world: World;
beforeEach(() => {
  world = new World();
  world.know('t');
});

describe('what the schedule decided', () => {
  it('is done for each task in its order, and for no task after another', async () => {
    world.know('u');
    let release: () => void = () => undefined;
    world.stuck = { id: 't', until: new Promise((resolve) => (release = resolve)) };
    const first = world.execution.carryOutAll([number]);
    const second = world.execution.carryOutAll([permit]);
    await world.execution.carryOutAll([{ ...number, task: 'u' }]);
    expect(world.said).toEqual(['keep t', 'add u fast', 'keep u']);
    release();
    await Promise.all([first, second]);
    expect(world.said.slice(3)).toEqual(['add t fast', 'permit term.7 w.1 fast']);
  });

  it('puts a task into its queue before any permit for it', async () => {
    expect(await world.carryOut(permit, number)).toEqual(['add t fast', 'keep t', 'permit term.7 w.1 fast']);
  });

  it('lets a task out of its lane only when it stands in its class', async () => {
    await world.carryOut({ kind: 'lane', task: 't', place: 1 });
    expect(await world.carryOut(number)).toEqual(['add t fast', 'remove t lanes']);
  });

  it('denies a task to its front, and takes it out of its queue', async () => {
    await world.carryOut(number);
    const denial = { code: 'overloaded', cause: 'no-free-backend' } as const;
    expect(await world.carryOut({ kind: 'deny', task: 't', denial })).toEqual([
      'tell f denied',
      'remove t fast',
      'drop t',
    ]);
    expect(world.tasks.size).toBe(0);
  });

  it('ends a detached task that nobody will end any more', async () => {
    world.know('d', { detached: { endpoint: 'render', reference: '' }, front: undefined });
    await world.carryOut({ ...number, task: 'd' });
    expect(await world.carryOut({ kind: 'end', task: 'd', reason: 'withdrawn' })).toEqual([
      'remove d fast',
      'drop d',
      'end d aborted',
    ]);
  });
});

describe('a task that is not wanted while a backend has it', () => {
  beforeEach(async () => {
    await world.carryOut(number);
    world.isHeld = true;
    expect(await world.carryOut({ kind: 'end', task: 't', reason: 'withdrawn' })).toEqual(['remove t fast']);
    world.isHeld = false;
  });

  it('is removed when it comes back', async () => {
    expect(await world.execution.removeUnwanted('t')).toBe(true);
    expect(world.said).toEqual(['remove t fast', 'drop t']);
    expect(await world.execution.removeUnwanted('t')).toBe(false);
  });

  it('is forgotten when its backend has ended it', async () => {
    world.execution.forget('t');
    expect(await world.execution.removeUnwanted('t')).toBe(false);
  });
});

describe('a permit', () => {
  const lateMs = () => Date.now() + QUEUE_LIMITS.permitAcknowledgeSeconds * 1000 + 1;
  beforeEach(async () => {
    await world.carryOut(number, permit);
  });

  it('that lies unread is taken back, and its backend doubted', async () => {
    expect(await world.execution.takeBackUnread(Date.now())).toEqual([]);
    expect(await world.execution.takeBackUnread(lateMs())).toEqual([{ permit: 7, backend: 'w.1' }]);
    expect(world.doubted).toEqual(['w.1']);
    expect(await world.execution.takeBackUnread(lateMs())).toEqual([]);
  });

  it('that was picked up is left alone, however late the answer', async () => {
    world.isUnread = false;
    expect(await world.execution.takeBackUnread(lateMs())).toEqual([]);
    expect(world.execution.acknowledge(7)).toBe('w.1');
    world.isUnread = true;
    expect(await world.execution.takeBackUnread(lateMs())).toEqual([]);
  });
});
