import { expect, it } from 'vitest';
import type { SchedulerMessage } from '@/core/messages';
import { shortLived } from './shortLived';

const submitted = (id: string, detached = false) =>
  ({
    type: 'submitted',
    task: { id, ...(detached ? { detached: { endpoint: 'render', reference: '' } } : {}) },
  }) as unknown as SchedulerMessage;
const withdrawn = (task: string): SchedulerMessage => ({ type: 'withdrawn', task });

it('finds what came and left in one batch', () => {
  expect([...shortLived([submitted('a'), submitted('b'), withdrawn('a'), undefined])]).toEqual(['a']);
});

it('leaves alone what came before, what comes again, and what is detached', () => {
  expect(shortLived([withdrawn('a'), submitted('a')]).size).toBe(0);
  expect(shortLived([submitted('a', true), withdrawn('a')]).size).toBe(0);
});
