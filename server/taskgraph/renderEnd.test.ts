import { expect, it } from 'vitest';
import type { Outcome } from '@/core/outcome';
import { emptyEnd, type DetachedEnd } from '@/core/detachedTask';
import { attemptEnd } from './renderEnd';

const end = (outcome: Outcome, more: Partial<DetachedEnd> = {}): DetachedEnd => ({
  ...emptyEnd({ id: 'r', endpoint: 'graph', reference: '', outcome }, 1000),
  ...more,
});
const file = { filename: 'p.csv', format: 'csv', bytes: 1, blob: 'b' };

// docs/task-graph.md, "Render tasks"
it('puts the end of a render in the words of an attempt', () => {
  const status = (one: DetachedEnd) => attemptEnd(one, false).exitStatus;
  expect(status(end({ kind: 'success' }))).toBe('success');
  expect(status(end({ kind: 'time-limit', durationSeconds: 3 }))).toBe('timeout');
  expect(status(end({ kind: 'failed' }))).toBe('failure');
  expect(status(end({ kind: 'no-image' }))).toBe('failure');
  // It makes data for others.
  expect(status(end({ kind: 'no-image' }, { files: [file] }))).toBe('success');
  expect(attemptEnd(end({ kind: 'time-limit', durationSeconds: 3 }), false).extra).toContain('Stopped after 3 s');
});

it('confirms a cancellation only if the render was stopped by it', () => {
  expect(attemptEnd(end({ kind: 'aborted' }), true).state).toBe('cancelled');
  expect(attemptEnd(end({ kind: 'success' }), true)).toMatchObject({ state: 'terminated', exitStatus: 'success' });
});
