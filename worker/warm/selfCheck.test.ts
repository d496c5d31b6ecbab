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
  repetitions: Readonly<Partial<Record<Repetition, readonly (string | undefined)[]>>>,
  how: Readonly<{ startMode: 'warm' | 'cold'; isAhead?: boolean; labels?: string }> = { startMode: 'warm' },
): Promise<Shortcut[]> {
  const accused: Shortcut[] = [];
  const { stock = [], faster = [], warm = [], ahead = [], labels = [] } = repetitions;
  const left = { stock: [...stock], faster: [...faster], warm: [...warm], ahead: [...ahead], labels: [...labels] };
  const check = new SelfCheck({
    every: 1,
    repeat: async (_submission, how) => left[how].shift(),
    load: { busy: 0 },
    shortcuts: { accuse: (shortcut) => void accused.push(shortcut) },
    log: createLog('test', 'silent'),
  });
  const end = { outcome: { kind: 'success' }, ...how } as const;
  check.consider({ submission, address: '1.1.1.1', digest: { summary: () => seen }, end });
  await vi.runAllTimersAsync();
  return accused;
}

describe('the self-check', () => {
  it('accuses the waiting jail of what only it does', async () => {
    expect(await judged('warm', { stock: ['cold', 'cold'], faster: ['cold'], warm: ['warm'] })).toEqual(['warm']);
  });

  it('accuses the modules that were read ahead of what a jail without them does not do', async () => {
    const ahead = { startMode: 'warm', isAhead: true } as const;
    const repeated = { stock: ['cold', 'cold'], faster: ['cold'] };
    expect(await judged('ahead', { ...repeated, warm: ['cold'], ahead: ['ahead'] }, ahead)).toEqual(['ahead']);
    expect(await judged('warm', { ...repeated, warm: ['warm'] }, ahead)).toEqual(['warm']);
  });

  it('accuses the sizes of labels that it was given', async () => {
    const repeated = { stock: ['cold', 'cold'], faster: ['cold'], labels: ['wide'] };
    expect(await judged('wide', repeated, { startMode: 'cold', labels: 'of before' })).toEqual(['labels']);
  });

  it('accuses nobody of what was of the moment', async () => {
    const repeated = { stock: ['cold', 'cold'], faster: ['cold'], warm: ['cold'], ahead: ['cold'] };
    expect(await judged('once', repeated, { startMode: 'warm', isAhead: true })).toEqual([]);
  });

  it('accuses our library of what it does in a fresh jail too', async () => {
    expect(await judged('fast', { stock: ['plain', 'plain'], faster: ['fast'] })).toEqual(['faster']);
  });

  it('accuses nobody of a program that is never the same, of the same, or of what is too large', async () => {
    expect(await judged('1', { stock: ['2', '3'], faster: ['4'] })).toEqual([]);
    expect(await judged('1', { stock: ['1'], faster: [] })).toEqual([]);
    expect(await judged(undefined, { stock: ['1', '1'], faster: ['1'] })).toEqual([]);
    expect(await judged('1', { stock: ['2', '2'], faster: ['2'] }, { startMode: 'cold' })).toEqual([]);
  });

  it('accuses nobody while a repetition does not come to its end', async () => {
    expect(await judged('1', { stock: [undefined, '2'], faster: ['1'] })).toEqual([]);
    expect(await judged('1', { stock: ['2', undefined], faster: ['1'] })).toEqual([]);
    expect(await judged('1', { stock: ['2', '2'], faster: [undefined], warm: ['1'] })).toEqual([]);
  });
});
