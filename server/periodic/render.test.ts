import { describe, expect, it } from 'vitest';
import { DEFAULT_SESSION_LIMITS } from '@/core/asyonline/sessionLimits';
import { failure } from '@/core/errors';
import type { WorkReport } from '@/core/periodic/store';
import { someJob } from '@/core/periodic/store.world';
import type { TaskEvent } from '../queue/taskClient';
import { renderHandler } from './render';

const bytes = (text: string) => new TextEncoder().encode(text);
const workload = bytes(JSON.stringify({ files: { 'a.asy': '' }, main: 'a.asy' }));

async function render(...events: TaskEvent[]): Promise<string> {
  const submit = (_submission: unknown, _who: unknown, onEvent: (event: TaskEvent) => void) => {
    queueMicrotask(() => events.forEach(onEvent));
  };
  return words(await renderHandler({ submit }, DEFAULT_SESSION_LIMITS)(someJob('a', { workload })));
}

function words(report: WorkReport): string {
  return report.kind === 'done' ? new TextDecoder().decode(report.data) : report.kind;
}

// docs/periodic.md, 10
describe('asy.render', () => {
  const output: TaskEvent = { type: 'output', stream: 'stdout', bytes: bytes('a.asy: 1.1: no\n') };
  const picture: TaskEvent = { type: 'result', format: 'svg', bytes: bytes('<svg/>') };
  const other: TaskEvent = { type: 'result', format: 'svg', filename: 'b.svg', bytes: bytes('<svg>b</svg>') };

  it('gives back the picture of the main file', async () => {
    const ended: TaskEvent = { type: 'ended', outcome: { kind: 'success' } };
    expect(await render({ type: 'started' }, output, picture, other, ended)).toBe('<svg/>');
  });

  it('says in words what the program did wrong', async () => {
    expect(await render(output, { type: 'ended', outcome: { kind: 'failed' } })).toBe(
      'failed: Execution failed\na.asy: 1.1: no\n',
    );
    expect(await render({ type: 'ended', outcome: { kind: 'time-limit', durationSeconds: 3 } })).toBe(
      'time-limit: Execution aborted due to the time limit (3.0s)\n',
    );
    expect(await render({ type: 'denied', failure: failure('bad-file', 'No.') })).toBe('bad-file: No.\n');
  });

  it('fails, so that it is tried again, when the program is not to blame', async () => {
    expect(await render({ type: 'ended', outcome: { kind: 'server-error' } })).toBe('failed');
    expect(await render({ type: 'ended', outcome: { kind: 'halted' } })).toBe('failed');
    expect(await render({ type: 'denied', failure: failure('overloaded', 'Full.') })).toBe('failed');
  });

  it('begins anew with the output of a task that is started again', async () => {
    const again: TaskEvent = { type: 'requeued' };
    expect(await render(output, again, output, { type: 'ended', outcome: { kind: 'no-image' } })).toBe(
      'no-image: No image output\na.asy: 1.1: no\n',
    );
  });

  it('does not ask for a render of nonsense', async () => {
    const submit = () => expect.fail('it was submitted');
    const report = await renderHandler({ submit }, DEFAULT_SESSION_LIMITS)(someJob('a'));
    expect(words(report)).toMatch(/^bad-message: The workload must be/);
  });
});
