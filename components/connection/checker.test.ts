import { beforeEach, describe, expect, it } from 'vitest';
import type { CheckAnswer, CheckRequest } from '@/core/page';
import { BEHIND_RENDER_MS, CHECK_DELAY_MS, Checker } from './checker';

let revision: number;
let timers: { readonly milliseconds: number; readonly act: () => void; isCancelled: boolean }[];
let asked: { readonly request: CheckRequest; readonly answer: (answer: CheckAnswer | undefined) => void }[];
let found: [number, string][];
let isRendered: boolean;
let checker: Checker;

beforeEach(() => {
  revision = 0;
  timers = [];
  asked = [];
  found = [];
  isRendered = false;
  checker = new Checker({
    newest: () =>
      revision < 0 ? undefined : { revision, request: { main: 'a.asy', files: { 'a.asy': `${revision}` } } },
    check: (request) => new Promise((answer) => asked.push({ request, answer })),
    isRenderedAtOnce: () => isRendered,
    found: (...args) => found.push(args),
    after(milliseconds, act) {
      const timer = { milliseconds, act, isCancelled: false };
      timers.push(timer);
      return () => (timer.isCancelled = true);
    },
  });
});

function edit(): void {
  revision += 1;
  checker.changed();
}

function settle(): void {
  timers.splice(0).forEach(({ act, isCancelled }) => isCancelled || act());
}

async function answer(index: number, output: string): Promise<void> {
  const { request, answer: tell } = asked[index] ?? {};
  tell?.({ kind: 'checked', sequence: request?.sequence ?? -1, output });
  await Promise.resolve();
}

describe('checks as one types', () => {
  it('wait for a pause and carry the newest code', async () => {
    edit();
    edit();
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([CHECK_DELAY_MS, CHECK_DELAY_MS]);
    settle();
    expect(asked.map(({ request }) => request)).toEqual([{ sequence: 1, main: 'a.asy', files: { 'a.asy': '2' } }]);
    await answer(0, 'wrong');
    expect(found).toEqual([[2, 'wrong']]);
  });

  it('leave a render the first word where it follows at once', () => {
    isRendered = true;
    edit();
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([BEHIND_RENDER_MS]);
  });

  it('drop answers to older code, in whatever order they come', async () => {
    edit();
    settle();
    edit();
    settle();
    await answer(1, 'newer');
    await answer(0, 'older');
    expect(found).toEqual([[2, 'newer']]);
  });

  it('pass over what could not be checked', async () => {
    edit();
    settle();
    asked[0]?.answer(undefined);
    edit();
    settle();
    asked[1]?.answer({ kind: 'superseded', sequence: 2 });
    edit();
    settle();
    asked[2]?.answer({ kind: 'failed', sequence: 3, message: 'no' });
    await Promise.resolve();
    expect(found).toEqual([]);
  });

  it('ask nothing where there is nothing, and nothing after the end', async () => {
    revision = -2;
    edit();
    settle();
    expect(asked).toEqual([]);
    revision = 1;
    edit();
    settle();
    edit();
    checker.close();
    settle();
    await answer(0, 'late');
    expect(asked).toHaveLength(1);
    expect(found).toEqual([]);
  });
});
