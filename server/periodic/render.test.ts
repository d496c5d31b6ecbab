import { describe, expect, it } from 'vitest';
import { DEFAULT_SUBMISSION_LIMITS } from '@/core/submission/limits';
import type { Outcome } from '@/core/outcome';
import type { Job } from '@/core/periodic/job';
import type { WorkReport } from '@/core/periodic/store';
import { someJob } from '@/core/periodic/testing/storeWorld';
import { emptyEnd, type DetachedEnd } from '@/core/detachedTask';
import { cancelRender, RENDER_FUNC, renderHandler } from './render';

const workload = Buffer.from(JSON.stringify({ files: { 'a.asy': '' }, main: 'a.asy' }));
const BLOBS = new Map([
  ['picture', '<svg/>'],
  ['other', '<svg>b</svg>'],
  ['stdout', 'a.asy: 1.1: no\n'],
  ['stderr', 'oh\n'],
]);
const kept = (blob: string) => ({ filename: `${blob}.svg`, format: 'svg', bytes: 6, blob });
const output = { stdout: 'stdout', stderr: 'stderr' };

/** What becomes of a job whose render ends like this, the id it was given, and those that were cancelled. */
async function render(
  outcome: Outcome | undefined,
  left: Partial<DetachedEnd> = {},
  job: Partial<Job> = {},
  removed = new AbortController(),
) {
  const ids: (string | undefined)[] = [];
  const cancelled: string[] = [];
  const end = outcome && { ...emptyEnd({ id: '', endpoint: 'periodic', reference: '', outcome }, 0), ...left };
  const handler = renderHandler({
    detachedTasks: {
      submit: async (_wish, id = '') => {
        ids.push(id);
        return id;
      },
      cancel: async (id) => void cancelled.push(id),
    },
    ends: { of: async () => end },
    blobs: { get: async (name) => (BLOBS.has(name) ? Buffer.from(BLOBS.get(name) ?? '') : undefined) },
    limits: DEFAULT_SUBMISSION_LIMITS,
  });
  const report = await handler(someJob('a', { workload, ...job }), removed.signal);
  return { text: textOf(report), ids, cancelled };
}

function textOf(report: WorkReport): string {
  return report.kind === 'done' ? new TextDecoder().decode(report.data) : report.kind;
}

// docs/periodic.md, 10
describe('asy.render', () => {
  it('gives back the picture of the main file', async () => {
    const { text } = await render({ kind: 'success' }, { results: [kept('picture'), kept('other')], ...output });
    expect(text).toBe('<svg/>');
  });

  it('says in words what the program did wrong, and what it has printed', async () => {
    expect((await render({ kind: 'failed' }, output)).text).toBe('failed: Execution failed\na.asy: 1.1: no\noh\n');
    expect((await render({ kind: 'success' })).text).toBe('no-image: No image output\n');
    expect((await render({ kind: 'time-limit', durationSeconds: 3 })).text).toBe(
      'time-limit: Execution aborted due to the time limit (3.0s)\n',
    );
  });

  it('fails, so that it is tried again, when the program is not to blame', async () => {
    for (const kind of ['server-error', 'halted', 'aborted', 'shutting-down'] as const) {
      expect((await render({ kind })).text).toBe('failed');
    }
    expect((await render(undefined)).text).toBe('failed');
    expect((await render({ kind: 'success' }, { results: [kept('gone')] })).text).toBe('failed');
  });

  it('finds its render again after an interruption, and asks for another one after a failure', async () => {
    const idOf = async (job: Partial<Job>) => (await render({ kind: 'success' }, {}, job)).ids[0];
    const first = await idOf({ schedAtSeconds: 5 });
    expect(first).toMatch(/^periodic-[0-9a-f]{64}$/);
    expect(await idOf({ schedAtSeconds: 5 })).toBe(first);
    const others = [{ schedAtSeconds: 6 }, { runCount: 1 }, { name: 'b' }, { workload: Buffer.from(`${workload} `) }];
    const ids = await Promise.all(others.map((other) => idOf({ schedAtSeconds: 5, ...other })));
    expect(new Set([first, ...ids]).size).toBe(5);
  });

  it('is cancelled by its worker when the job is removed before or after it was asked for', async () => {
    const removal = new AbortController();
    const late = await render({ kind: 'success' }, {}, {}, removal);
    expect(late.cancelled).toEqual([]);
    removal.abort();
    expect(late.cancelled).toEqual(late.ids);
    const early = await render({ kind: 'aborted' }, {}, {}, removal);
    expect(early.cancelled).toEqual(early.ids);
  });

  it('is cancelled by whoever removes the job, under the id it was asked for', async () => {
    const cancelled: string[] = [];
    const detachedTasks = { cancel: async (id: string) => void cancelled.push(id) };
    const { ids } = await render({ kind: 'success' });
    await cancelRender(detachedTasks, someJob('a', { workload, func: RENDER_FUNC }));
    await cancelRender(detachedTasks, someJob('a', { workload }));
    expect(cancelled).toHaveLength(1);
    expect((await render({ kind: 'success' }, {}, { func: RENDER_FUNC })).ids).toEqual(cancelled);
    expect(ids).not.toEqual(cancelled);
  });

  it('does not ask for a render of nonsense', async () => {
    const { text, ids } = await render({ kind: 'success' }, {}, { workload: Buffer.from('nonsense') });
    expect(text).toMatch(/^bad-message: The workload must be/);
    expect(ids).toEqual([]);
  });
});
