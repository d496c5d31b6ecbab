import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SUBMISSION_OPTIONS } from '@/core/submission/submission';
import { createLog } from '@/platform/log';
import { SelfCheck, type Repetition } from './selfCheck';
import type { Shortcut } from './shortcuts';

/** The judgement, with repetitions that the test makes up. */

const submission = { kind: 'render', files: new Map(), main: 'main.asy', options: DEFAULT_SUBMISSION_OPTIONS } as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function judged(
  seen: string | undefined,
  repetitions: Readonly<Record<Repetition, readonly (string | undefined)[]>>,
  startMode: 'warm' | 'cold' = 'warm',
): Promise<Shortcut[]> {
  const accused: Shortcut[] = [];
  const left = { stock: [...repetitions.stock], faster: [...repetitions.faster] };
  const check = new SelfCheck({
    every: 1,
    repeat: async (_submission, how) => left[how].shift(),
    load: { busy: 0 },
    shortcuts: { accuse: (shortcut) => void accused.push(shortcut) },
    log: createLog('test', 'silent'),
  });
  const end = { outcome: { kind: 'success' }, startMode } as const;
  check.consider({ submission, address: '1.1.1.1', digest: { summary: () => seen }, end });
  await vi.runAllTimersAsync();
  return accused;
}

describe('the self-check', () => {
  it('accuses the waiting jail of what only it does', async () => {
    expect(await judged('warm', { stock: ['cold', 'cold'], faster: ['cold'] })).toEqual(['warm']);
  });

  it('accuses our library of what it does in a fresh jail too', async () => {
    expect(await judged('fast', { stock: ['plain', 'plain'], faster: ['fast'] })).toEqual(['faster']);
  });

  it('accuses nobody of a program that is never the same, of the same, or of what is too large', async () => {
    expect(await judged('1', { stock: ['2', '3'], faster: ['4'] })).toEqual([]);
    expect(await judged('1', { stock: ['1'], faster: [] })).toEqual([]);
    expect(await judged(undefined, { stock: ['1', '1'], faster: ['1'] })).toEqual([]);
    expect(await judged('1', { stock: ['2', '2'], faster: ['2'] }, 'cold')).toEqual([]);
  });
});
