import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isQuietAt, NOTHING_TOLD, tellAlarms, thresholdAlarms, type TellingState } from './alarming';
import type { Webhook } from './webhook';

const HOOK: Webhook = {
  ...{ id: 'h', url: 'http://127.0.0.1/', createdAtMs: 0, afterSeconds: 10, pauseSeconds: 60, severeOnly: false },
  ...{ maxWaitSeconds: 60, maxFailedPercent: 25 },
};
const news = (code: string) => ({ code, message: code });

/** Each step: seconds, the alarms that are on, whether a window is open. Answers what was told when. */
function live(hook: Webhook, steps: readonly (readonly [number, readonly string[], boolean?])[]): string[] {
  let state: TellingState = NOTHING_TOLD;
  return steps.flatMap(([seconds, codes, isQuiet = false]) => {
    const told = tellAlarms(hook, state, { alarms: codes.map(news), nowMs: seconds * 1000, isQuiet });
    state = told.state;
    return told.tellings.map(({ event, news: { code } }) => `${seconds} ${event} ${code}`);
  });
}

it('tells an alarm that lasts, once, and that it is over', () => {
  expect(
    live(HOOK, [
      [0, ['a']],
      [5, ['a']],
      [10, ['a']],
      [20, ['a']],
      [30, []],
    ]),
  ).toEqual(['10 firing a', '30 resolved a']);
  expect(
    live(HOOK, [
      [0, ['a']],
      [9, []],
      [10, ['a']],
      [19, ['a']],
      [21, []],
    ]),
  ).toEqual([]);
});

it('pauses between messages of the same alarm, not of another', () => {
  const hook = { ...HOOK, afterSeconds: 0 };
  expect(
    live(hook, [
      [0, ['a']],
      [1, []],
      [2, ['a']],
      [3, ['a', 'b']],
      [60, ['a', 'b']],
      [61, []],
    ]),
  ).toEqual([...['0 firing a', '1 resolved a', '3 firing b', '60 firing a', '61 resolved a', '61 resolved b']]);
});

it('says nothing new within a window, and then what is still so', () => {
  const hook = { ...HOOK, afterSeconds: 0 };
  expect(
    live(hook, [
      [0, ['a']],
      [1, ['a', 'b'], true],
      [2, ['b'], true],
      [3, ['b']],
    ]),
  ).toEqual([...['0 firing a', '2 resolved a', '3 firing b']]);
  expect([5, 10, 20].map((nowMs) => isQuietAt([{ id: 'w', fromMs: 10, untilMs: 20 }], nowMs))).toEqual([
    ...[false, true, false],
  ]);
});

it('tells outages only to those who want nothing else', () => {
  expect(live({ ...HOOK, afterSeconds: 0, severeOnly: true }, [[0, ['redis-slow', 'no-backend']]])).toEqual([
    '0 firing no-backend',
  ]);
});

it('makes alarms of what passes its thresholds', () => {
  const codes = (hook: Webhook, oldestSeconds: number, ended: number, failed: number) =>
    thresholdAlarms(hook, { oldestSeconds, ended, failed }).map(({ code }) => code);
  expect(codes(HOOK, 61, 10, 3)).toEqual(['long-wait', 'failing']);
  expect(codes(HOOK, 60, 4, 4)).toEqual([]);
  expect(codes({ ...HOOK, maxWaitSeconds: 0, maxFailedPercent: 0 }, 999, 99, 99)).toEqual([]);
});

it('never tells that something is over which it did not tell of, whatever happens', () => {
  const step = fc.tuple(fc.nat(30), fc.subarray(['a', 'b']), fc.boolean());
  fc.assert(
    fc.property(fc.array(step), fc.nat(20), (steps, afterSeconds) => {
      let atSeconds = 0;
      const timed = steps.map(([gap, codes, quiet]) => [(atSeconds += gap), codes, quiet] as const);
      const open = new Set<string>();
      for (const line of live({ ...HOOK, afterSeconds }, timed)) {
        const [, event, code = ''] = line.split(' ');
        expect(open.has(code)).toBe(event === 'resolved');
        if (event === 'firing') open.add(code);
        else open.delete(code);
      }
    }),
  );
});
