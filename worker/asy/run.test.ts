import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { FromBackend } from '@/core/wire/wire';
import type { Started } from '../warm/starter';
import { Run } from './run';

/** A program that runs until it is killed, and exits then as a shell tells of SIGKILL. */
function endless(): Started {
  const output = new PassThrough();
  let exit: (usage: unknown) => void = () => undefined;
  const exited = new Promise((resolve) => (exit = resolve));
  const ended = exited;
  const kill = () => {
    output.end();
    exit({ code: 137, outOfMemory: false, abandoned: false });
  };
  const folder = { read: () => undefined };
  const jail = { folder, output, errors: undefined, ended, exited, kill };
  return { jail, stem: 'a', before: new Map(), startMode: 'cold', slot: {} } as unknown as Started;
}

it('a run that nobody wants any more is aborted: that we killed it is no failure of the program', async () => {
  const sent: FromBackend[] = [];
  const run = new Run({
    start: async () => endless(),
    durationSeconds: 60,
    maxMemoryBytes: 1,
    send: async (message) => {
      sent.push(message);
      if (message.type === 'started') setImmediate(() => run.stop());
    },
  });
  expect((await run.finish()).outcome).toEqual({ kind: 'aborted' });
  expect(sent.at(-1)).toMatchObject({ type: 'ended', outcome: { kind: 'aborted' } });
});

it('its results and its outcome are told when the program has ended; it is over when nothing of its jail is left', async () => {
  const picture = Buffer.from('<svg></svg>');
  const folder = {
    names: () => ['a.svg'],
    stat: () => ({ size: picture.length, mtimeMs: 1 }),
    read: (name: string, max: number, at = 0) => (name === 'a.svg' ? picture.subarray(at, at + max) : undefined),
  };
  const output = new PassThrough().end();
  const end = { code: 0, outOfMemory: false, abandoned: false, cpuMs: 7 };
  let exit: (usage: unknown) => void = () => undefined;
  const exited = new Promise((resolve) => (exit = resolve));
  const jail = { folder, output, errors: undefined, ended: Promise.resolve(end), exited, kill: () => undefined };
  const started = { jail, stem: 'a', before: new Map(), startMode: 'cold', slot: {}, wanted: 'pictures' };
  const seen: string[] = [];
  const run = new Run({
    start: async () => started as unknown as Started,
    durationSeconds: 60,
    maxMemoryBytes: 1,
    send: async ({ type }) => {
      seen.push(type);
    },
  });
  expect(await run.finish()).toMatchObject({ outcome: { kind: 'success' }, usage: { cpuMs: 7 } });
  const over = run.end().then(() => seen.push('exited'));
  await new Promise(setImmediate);
  expect(seen).not.toContain('exited');
  exit(end);
  await over;
  expect(seen).toEqual(['started', 'result', 'ended', 'exited']);
});
