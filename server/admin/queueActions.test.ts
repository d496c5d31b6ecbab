import type { Redis } from 'ioredis';
import { beforeEach, describe, expect, it } from 'vitest';
import { NO_CONTROL, type Control } from '@/core/admin/control';
import { apply } from '@/core/schedule/apply';
import { DEFAULT_OPTIONS } from '@/core/schedule/options';
import { createSchedule, type Schedule } from '@/core/schedule/schedule';
import type { Blobs } from '@/platform/blobs/blobs';
import { levelsText, queueSnapshot } from '../queue/queueSnapshot';
import type { ControlStore } from './controlStore';
import type { Leader } from './leader';
import { queueActions } from './queueActions';
import type { Admin } from './sessions';

const BY: Admin = { token: 't', name: 'Ada', role: 'admin' };
const LEVELS = levelsText(DEFAULT_OPTIONS.levels);

/** What the leader has published, what was set, and what the scheduler was told. */
class World {
  readonly schedule: Schedule = createSchedule(DEFAULT_OPTIONS);
  readonly told: unknown[] = [];
  hasLeader = true;
  control: Control = NO_CONTROL;
  /** What the leader answers. */
  matching: Record<string, unknown> = {};
  readonly actions;

  constructor() {
    const redis = {
      get: async () => (this.hasLeader ? JSON.stringify(this.published()) : null),
      xadd: async (_stream: string, _id: string, _field: string, text: string) => this.told.push(JSON.parse(text)),
      hgetall: async (key: string) => (key.includes('known') ? { '': '', 'main.asy': 'draw(unitcircle);' } : {}),
    } as unknown as Redis;
    const controls = {
      change: async (edit: (control: Control) => Control) => {
        const before = this.control;
        this.control = edit(before);
        return { before, after: this.control };
      },
    };
    Object.defineProperty(controls, 'current', { get: () => this.control });
    const blobs = { get: async () => undefined } as unknown as Blobs;
    const leader = { ask: async ({ ask }: { ask: string }) => this.matching[ask] } as unknown as Leader;
    this.actions = queueActions(redis, blobs, controls as unknown as ControlStore, leader);
  }

  submit(id: string): void {
    const submission = { id, taskClass: 0, durationSeconds: 1, client: id, address: id, owner: 'connection' } as const;
    apply(this.schedule, { kind: 'submitted', submission, nowMs: 0 });
  }

  join(backend: string): void {
    apply(this.schedule, { kind: 'backend-joined', backend, nowMs: 0 });
  }

  private published() {
    const none = { estimates: new Map(), calibration: undefined, lost: [], unread: new Map() };
    return queueSnapshot(this.schedule, { ...none, epoch: 1, leader: 'l', configuredLevels: LEVELS }, 0);
  }
}

let world: World;
beforeEach(() => (world = new World()));

describe('limits', () => {
  it('are set, undone and reset, each told before and after', async () => {
    const { actions } = world;
    const changed = LEVELS.replace(/:\d+%?$/, ':1');
    expect(await actions['limits.set']({ levels: changed }, BY)).toMatchObject({
      value: { before: LEVELS, after: changed },
    });
    expect(world.control.levels).toBe(changed);
    expect(await actions['limits.undo']({}, BY)).toMatchObject({ value: { before: changed, after: LEVELS } });
    expect(world.control.levels).toBeUndefined();
    expect(await actions['limits.undo']({}, BY)).toMatchObject({ value: { after: changed } });
    expect(await actions['limits.reset']({}, BY)).toMatchObject({ value: { after: LEVELS } });
  });

  it('keep their durations while somebody waits', async () => {
    world.submit('a');
    expect(await world.actions['limits.set']({ levels: '2:50%,7:1' }, BY)).toMatchObject({
      ok: false,
      reason: { code: 'durations-fixed', values: { waiting: 1 } },
    });
    expect(world.control).toEqual(NO_CONTROL);
  });

  it('are not guessed without a leader, and never believed unread', async () => {
    expect(await world.actions['limits.set']({ levels: 'many' }, BY)).toMatchObject({ reason: { code: 'bad-levels' } });
    expect(await world.actions['limits.undo']({}, BY)).toMatchObject({ reason: { code: 'limits-unchanged' } });
    world.hasLeader = false;
    expect(await world.actions['limits.set']({ levels: LEVELS }, BY)).toMatchObject({
      reason: { code: 'no-scheduler' },
    });
  });
});

describe('a backend', () => {
  it('drains once, resumes, and is known', async () => {
    world.join('w.1');
    const { actions } = world;
    await actions['backend.drain']({ backend: 'w.1' }, BY);
    await actions['backend.drain']({ backend: 'w.1' }, BY);
    expect(world.control.draining).toEqual(['w.1']);
    expect(await actions['backend.resume']({ backend: 'w.1' }, BY)).toMatchObject({
      value: { before: 'draining', after: 'taking tasks' },
    });
    expect(await actions['backend.drain']({ backend: 'w.9' }, BY)).toMatchObject({
      reason: { code: 'unknown-backend', values: { backend: 'w.9' } },
    });
  });

  it('that is stopped drains, and what it runs is ended', async () => {
    world.join('w.1');
    world.submit('a');
    expect(await world.actions['backend.stop']({ backend: 'w.1' }, BY)).toMatchObject({
      value: { after: 'draining, a ended' },
    });
    expect(world.told).toEqual([{ type: 'ended-by-admin', task: 'a' }]);
  });
});

describe('tasks', () => {
  it('are cancelled all, and counted by what they were', async () => {
    world.join('w.1');
    for (const id of ['a', 'b', 'c']) world.submit(id);
    const tasks = ['a', 'b', 'c', 'gone'];
    expect(await world.actions['task.cancel']({ tasks }, BY)).toMatchObject({
      value: { what: '4 tasks: a, b, c, gone', before: '1 running, 2 waiting, 1 not listed' },
    });
    expect(world.told).toEqual(tasks.map((task) => ({ type: 'ended-by-admin', task })));
  });

  it('that match a query are ended by the leader, which counts them before and after', async () => {
    const cancel = world.actions['task.cancelMatching'];
    expect(await cancel({ query: 'class:fast' }, BY)).toMatchObject({ reason: { code: 'scheduler-silent' } });
    expect(await cancel({ query: 'colour:red' }, BY)).toMatchObject({ reason: { code: 'bad-query' } });
    world.matching = { cancel: { waiting: 400, running: 2 }, matching: { waiting: 0, running: 1 } };
    expect(await cancel({ query: 'class:fast' }, BY)).toMatchObject({
      value: { before: '400 waiting, 2 running', after: '0 waiting, 1 running', shown: '402' },
    });
  });

  it('go back only if all of them are detached and run', async () => {
    world.join('w.1');
    world.submit('a');
    expect(await world.actions['task.requeue']({ tasks: ['a'] }, BY)).toMatchObject({
      reason: { code: 'not-requeueable', values: { task: 'a' } },
    });
    expect(world.told).toEqual([]);
  });

  it('show their sources while they have any', async () => {
    expect(await world.actions['task.source']({ task: 'known' }, BY)).toMatchObject({
      value: { shown: '// main.asy\ndraw(unitcircle);' },
    });
    expect(await world.actions['task.source']({ task: 'ended' }, BY)).toMatchObject({ reason: { code: 'no-sources' } });
  });
});

describe('a class', () => {
  it('pauses once and resumes; one that is not there does neither', async () => {
    const { actions } = world;
    await actions['class.pause']({ class: 'fast' }, BY);
    expect(await actions['class.pause']({ class: 'fast' }, BY)).toMatchObject({
      value: { before: 'paused', after: 'paused' },
    });
    expect(world.control.paused).toEqual(['fast']);
    await actions['class.resume']({ class: 'fast' }, BY);
    expect(world.control.paused).toEqual([]);
    expect(await actions['class.pause']({ class: 'odd' }, BY)).toMatchObject({ reason: { code: 'unknown-class' } });
  });
});
