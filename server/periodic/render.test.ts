import { describe, expect, it } from 'vitest';
import { DEFAULT_SESSION_LIMITS } from '@/core/asyonline/sessionLimits';
import type { Outcome } from '@/core/outcome';
import type { Job } from '@/core/periodic/job';
import type { WorkReport } from '@/core/periodic/store';
import { someJob } from '@/core/periodic/store.world';
import { emptyEnd, type RecordEnd } from '@/core/record';
import { renderHandler } from './render';

const workload = Buffer.from(JSON.stringify({ files: { 'a.asy': '' }, main: 'a.asy' }));
const BLOBS = new Map([
  ['picture', '<svg/>'],
  ['other', '<svg>b</svg>'],
  ['stdout', 'a.asy: 1.1: no\n'],
  ['stderr', 'oh\n'],
]);
const kept = (blob: string) => ({ filename: `${blob}.svg`, format: 'svg', bytes: 6, blob });
const output = { stdout: 'stdout', stderr: 'stderr' };

/** What becomes of a job whose render ends like this, and the id it was given. */
async function render(outcome: Outcome | undefined, left: Partial<RecordEnd> = {}, job: Partial<Job> = {}) {
  const ids: (string | undefined)[] = [];
  const end = outcome && { ...emptyEnd({ id: '', door: 'periodic', reference: '', outcome }, 0), ...left };
  const handler = renderHandler({
    records: { submit: async (_wish, id) => String(ids.push(id)) },
    ends: { of: async () => end },
    blobs: { get: async (name) => (BLOBS.has(name) ? Buffer.from(BLOBS.get(name) ?? '') : undefined) },
    limits: DEFAULT_SESSION_LIMITS,
  });
  const report = await handler(someJob('a', { workload, ...job }));
  return { words: words(report), ids };
}

function words(report: WorkReport): string {
  return report.kind === 'done' ? new TextDecoder().decode(report.data) : report.kind;
}

// docs/periodic.md, 10
describe('asy.render', () => {
  it('gives back the picture of the main file', async () => {
    const { words } = await render({ kind: 'success' }, { results: [kept('picture'), kept('other')], ...output });
    expect(words).toBe('<svg/>');
  });

  it('says in words what the program did wrong, and what it has printed', async () => {
    expect((await render({ kind: 'failed' }, output)).words).toBe('failed: Execution failed\na.asy: 1.1: no\noh\n');
    expect((await render({ kind: 'success' })).words).toBe('no-image: No image output\n');
    expect((await render({ kind: 'time-limit', durationSeconds: 3 })).words).toBe(
      'time-limit: Execution aborted due to the time limit (3.0s)\n',
    );
  });

  it('fails, so that it is tried again, when the program is not to blame', async () => {
    for (const kind of ['server-error', 'halted', 'aborted', 'shutting-down'] as const) {
      expect((await render({ kind })).words).toBe('failed');
    }
    expect((await render(undefined)).words).toBe('failed');
    expect((await render({ kind: 'success' }, { results: [kept('gone')] })).words).toBe('failed');
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

  it('does not ask for a render of nonsense', async () => {
    const { words, ids } = await render({ kind: 'success' }, {}, { workload: Buffer.from('nonsense') });
    expect(words).toMatch(/^bad-message: The workload must be/);
    expect(ids).toEqual([]);
  });
});
