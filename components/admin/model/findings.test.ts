import { expect, it } from 'vitest';
import { NO_CONTROL } from '@/core/admin/control';
import { findingsOf } from './findings';

const alarm = (code: string) => ({ code, message: code });
const codes = (seen: Parameters<typeof findingsOf>[0]) => findingsOf(seen).map(({ code, tone }) => `${code} ${tone}`);

it('names the worst alarm first, whatever order they came in', () => {
  const alarms = ['estimates-off', 'of-a-newer-front', 'backend-lost', 'no-backend'].map(alarm);
  expect(codes({ health: { ok: false, alarms } })).toEqual([
    'no-backend error',
    'of-a-newer-front warn',
    'backend-lost warn',
    'estimates-off warn',
  ]);
});

it('obeys the numbers, where they say enough', () => {
  const health = { ok: true, alarms: [] };
  const figures = { donePerMinute: 8, failedShare: 0.5, oldestSeconds: 86 * 60 };
  expect(findingsOf({ health, figures })).toMatchObject([
    { code: 'long-wait', values: { minutes: 86 }, section: 'tasks' },
    { code: 'failing', values: { percent: 50, count: 8 }, section: 'failures' },
  ]);
  expect(findingsOf({ health, figures: { donePerMinute: 1, failedShare: 1, oldestSeconds: 3 } })).toEqual([]);
  expect(
    findingsOf({ health, figures: { donePerMinute: 0, failedShare: undefined, oldestSeconds: undefined } }),
  ).toEqual([]);
});

it('recalls what was set and what waits, after the alarms', () => {
  const control = { ...NO_CONTROL, paused: ['slow'], maintenance: { text: 'Back soon.', atMs: 1 } };
  const report = { id: '1', link: 'a', words: '', address: '', atMs: 1 };
  const links = { count: 1, bytes: 1, links: {}, reports: { 1: report } };
  expect(codes({ health: { ok: true, alarms: [alarm('disk-full')] }, control, links })).toEqual([
    'disk-full warn',
    'maintenance warn',
    'paused warn',
    'reports info',
  ]);
});

it('finds nothing where all is well, and where nothing is known', () => {
  expect(findingsOf({ health: { ok: true, alarms: [] }, control: NO_CONTROL })).toEqual([]);
  expect(findingsOf({})).toEqual([]);
});
