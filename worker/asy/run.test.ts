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
  const kill = () => {
    output.end();
    exit({ code: 137, outOfMemory: false, abandoned: false });
  };
  const folder = { read: () => undefined };
  const jail = { folder, output, errors: undefined, exited, kill };
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
