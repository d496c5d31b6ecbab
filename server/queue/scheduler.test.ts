import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Journal } from '@/core/schedule/journal';
import { createSchedule } from '@/core/schedule/schedule';
import { DEFAULT_OPTIONS } from '@/core/schedule/options';
import type { SchedulerMessage } from '@/core/messages';
import type { StoredTask } from '@/core/task';
import { createLog } from '@/platform/log';
import type { KnownTask } from './execution';
import { Permits } from './permits';
import { Scheduler } from './scheduler';
import type { SchedulerParts } from './schedulerParts';

/** The scheduler over the real schedule; queues, fronts and backends say in short what they are told. */

class World {
  readonly said: string[] = [];
  readonly schedule = createSchedule(DEFAULT_OPTIONS);
  readonly over = new Set<string>();
  readonly doubted: string[] = [];
  readonly failed = vi.fn();
  readonly drifted = vi.fn();
  sights: { queue: string; waiting: number; active: string[] }[] = [];
  /** What the stream holds, and who waits for more. */
  private readonly stream: [string, string[]][] = [];
  private wake: () => void = () => undefined;
  private last = 0;
  readonly scheduler: Scheduler;

  constructor(earlier: readonly SchedulerMessage[] = []) {
    for (const message of earlier) this.put(message);
    const nothing = () => undefined;
    const say =
      <Args extends unknown[]>(how: (...args: Args) => string) =>
      async (...args: Args) => {
        this.said.push(how(...args));
      };
    const parts = {
      schedule: this.schedule,
      options: DEFAULT_OPTIONS,
      tasks: new Map<string, KnownTask>(),
      permits: new Permits('term'),
      log: createLog('test', 'silent'),
      membership: {
        look: async () => ({ events: [], lost: [] }),
        doubt: (backend: string) => this.doubted.push(backend),
      },
      queues: {
        add: say((queue: string, { id }: { id: string }) => `add ${id} ${queue}`),
        remove: async (_: string, id: string) => {
          this.said.push(`remove ${id}`);
          return true;
        },
        isOver: async (_: string, id: string) => this.over.has(id),
        look: async () => this.sights,
      },
      store: {
        keepFiles: async () => undefined,
        dropFiles: say((...ids: string[]) => `drop ${ids.join()}`),
        permit: say((backend: string, { permit }: { permit: string }) => `permit ${permit} ${backend}`),
        takeBack: async () => true,
        command: say((backend: string, { type }: { type: string }) => `${type} ${backend}`),
        tellFront: say((front: string, { type }: { type: string }) => `tell ${front} ${type}`),
        isEnded: async () => false,
      },
      blockingRedis: {
        xrevrange: async () => this.stream.slice(-1),
        xread: () => this.read(),
        xdel: async () => 0,
        disconnect: () => this.wake(),
      },
      watcher: () => ({
        ...{ decided: nothing, touched: nothing, heard: nothing, estimated: nothing, permitRead: nothing },
        ...{ permitUnread: nothing, workerLeft: nothing, workerLost: nothing, stop: async () => undefined },
      }),
      journal: new Journal(this.schedule),
      onControl: async () => void this.said.push('obey'),
      onFailed: this.failed,
      onDrift: this.drifted,
    };
    this.scheduler = new Scheduler(parts as unknown as SchedulerParts);
  }

  put(message: SchedulerMessage): void {
    this.last += 1;
    this.stream.push([`${this.last}-0`, ['message', JSON.stringify(message)]]);
    this.wake();
  }

  /** Everything that is there, or what comes next. */
  private async read(): Promise<[string, [string, string[]][]][] | null> {
    if (this.stream.length === 0) await new Promise<void>((resolve) => (this.wake = resolve));
    const entries = this.stream.splice(0);
    return entries.length === 0 ? null : [['stream', entries]];
  }

  async join(...backends: string[]): Promise<void> {
    for (const backend of backends) await this.scheduler.happen({ kind: 'backend-joined', backend });
    this.said.length = 0;
  }

  async hears(...messages: SchedulerMessage[]): Promise<void> {
    for (const message of messages) this.put(message);
    await vi.waitFor(() => expect(this.stream).toEqual([]));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function task(id: string): StoredTask {
  const options = { format: 'svg', stderrRedir: true, verbosity: 0, durationSeconds: 1 };
  const from = { front: 'f', client: id, address: id, createdAtMs: 0 };
  return { id, kind: 'render', main: 'main.asy', options, ...from } as unknown as StoredTask;
}

const submitted = (id: string): SchedulerMessage => ({ type: 'submitted', task: task(id) });

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.scheduler.stop());

describe('a scheduler', () => {
  it('puts a task into its queue and gives a free backend a permit; the next one waits until that is free', async () => {
    await world.scheduler.start([]);
    await world.join('w.1');
    await world.hears(submitted('a'), submitted('b'));
    expect(world.said.slice(0, 3)).toEqual(['add a fast', 'add b fast', expect.stringMatching(/^permit .* w\.1$/)]);
    expect(world.said.filter((said) => said.startsWith('permit'))).toHaveLength(1);
    const permit = world.said[2]?.split(' ')[1] ?? '';
    await world.hears({ type: 'started', task: 'a', permit, backend: 'w.1', grantedSeconds: 3 });
    world.said.length = 0;
    world.scheduler.ended('a', { outcome: 'success', runMs: 10 });
    expect(world.said).toEqual([expect.stringMatching(/^permit .* w\.1$/)]);
  });

  it('hears the same task twice and takes it once', async () => {
    await world.scheduler.start([]);
    await world.join('w.1');
    await world.hears(submitted('a'), submitted('a'));
    expect(world.said.filter((said) => said === 'add a fast')).toHaveLength(1);
  });

  it('never hears of a task that came and was withdrawn at once', async () => {
    await world.scheduler.start([]);
    await world.join('w.1');
    // In one read.
    await world.hears(submitted('a'), { type: 'withdrawn', task: 'a' });
    expect(world.said).toEqual(['drop a']);
  });

  it('does not run again what was over before it led', async () => {
    world = new World([submitted('done'), submitted('open')]);
    world.over.add('done');
    await world.join('w.1');
    await world.scheduler.start([]);
    await vi.waitFor(() => expect(world.said).toContain('add open fast'));
    expect(world.said).not.toContain('add done fast');
  });

  it('doubts the backend of a task that came back because nobody held it, and runs the task again', async () => {
    await world.scheduler.start([]);
    await world.join('w.1', 'w.2');
    await world.hears(submitted('a'));
    const [, permit = '', backend = ''] = world.said.find((said) => said.startsWith('permit'))?.split(' ') ?? [];
    await world.hears({ type: 'started', task: 'a', permit, backend, grantedSeconds: 3 });
    world.said.length = 0;
    world.scheduler.returned('a', 1);
    await vi.waitFor(() => expect(world.said.some((said) => said.startsWith('permit'))).toBe(true));
    expect(world.doubted).toEqual([backend]);
    expect(world.said).toContain('tell f requeued');
  });

  it('tells the front when an administrator ends a task that waits', async () => {
    await world.scheduler.start([]);
    await world.join('w.1');
    await world.hears(submitted('a'), submitted('b'));
    await world.hears({ type: 'ended-by-admin', task: 'b' });
    await vi.waitFor(() => expect(world.said).toContain('remove b'));
    expect(world.said).toContain('tell f denied');
  });

  it('gives up the lead when the queues differ from what it believes in many looks, not in one', async () => {
    await world.scheduler.start([]);
    world.sights = [{ queue: 'fast', waiting: 3, active: [] }];
    await world.scheduler.lookAround();
    expect(world.drifted).not.toHaveBeenCalled();
    for (let i = 0; i < 20; i += 1) await world.scheduler.lookAround();
    expect(world.drifted).toHaveBeenCalledWith(expect.stringContaining('3 wait in fast'));
  });

  it('does nothing once it is stopped', async () => {
    await world.scheduler.start([]);
    await world.join('w.1');
    world.scheduler.stop();
    await world.scheduler.happen({ kind: 'backend-joined', backend: 'w.2' });
    world.scheduler.ended('a', undefined);
    expect([world.said, world.schedule.liveBackends]).toEqual([[], 1]);
  });
});
