import { expect, it } from 'vitest';
import { readRenderReason, renderReasonText } from './renderReason';

it('is read as it was told', () => {
  const read = (...args: Parameters<typeof renderReasonText>) => readRenderReason(renderReasonText(...args));
  expect(renderReasonText({ kind: 'time-limit', durationSeconds: 3 })).toBe('stopped after 3 s');
  expect(read({ kind: 'time-limit', durationSeconds: 0.5 })).toEqual({ code: 'time-limit', amount: 0.5 });
  expect(read({ kind: 'output-limit', maxOutputBytes: 7 })).toEqual({ code: 'output-limit', amount: 7 });
  expect(read({ kind: 'memory-limit', maxMemoryBytes: 8 })).toEqual({ code: 'memory-limit', amount: 8 });
  expect(read({ kind: 'no-image' })).toEqual({ code: 'no-image' });
  expect(read({ kind: 'aborted' })).toEqual({ code: 'aborted' });
  expect(read({ kind: 'server-error' })).toEqual({ code: 'failed' });
});

it('is not seen in the words of others', () => {
  for (const text of ['', 'stopped after  s', 'stopped after all s', 'stopped', 'was stopped by me'])
    expect(readRenderReason(text)).toBeUndefined();
});
