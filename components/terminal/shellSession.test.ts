import { beforeEach, describe, expect, it } from 'vitest';
import type { Ending } from '@/client/exchange';
import type { ShellHandlers } from '@/client/shell';
import { memoryStorage } from '@/components/lib/testing/memoryStorage';
import { ShellSession, type ShellCondition } from './shellSession';

/** A shell that the test plays. */
interface Played {
  readonly handlers: ShellHandlers;
  readonly input: string[];
  interrupts: number;
  readonly end: (ending: Ending) => Promise<void>;
}

let shells: Played[];
let said: string[];
let condition: ShellCondition;
let session: ShellSession;
let waiting: (() => void) | undefined;

beforeEach(() => {
  shells = [];
  said = [];
  session = new ShellSession({
    open(handlers) {
      let finish: (ending: Ending) => void = () => undefined;
      const finished = new Promise<Ending>((resolve) => (finish = resolve));
      const played: Played = {
        handlers,
        input: [],
        interrupts: 0,
        async end(ending) {
          finish(ending);
          await finished;
        },
      };
      shells.push(played);
      return {
        finished,
        input: (bytes) => played.input.push(String(bytes)),
        interrupt: () => (played.interrupts += 1),
        close: () => finish({ kind: 'aborted' }),
      };
    },
    screen: { columns: () => 80, write: () => undefined },
    store: memoryStorage(),
    names: () => Promise.resolve(['unitcircle', 'draw']),
    after(_milliseconds, act) {
      waiting = act;
      return () => (waiting = undefined);
    },
    result: () => undefined,
    changed: (next) => (condition = next),
    said: (line) => said.push(line),
  });
  session.start();
});

function shell(): Played {
  const last = shells.at(-1);
  if (last === undefined) throw new Error('no shell was opened');
  return last;
}

function say(text: string): void {
  shell().handlers.started?.();
  shell().handlers.output?.('stdout', new TextEncoder().encode(text));
}

describe('a shell', () => {
  it('is asked a line at a time, whenever it prompts', () => {
    session.type('\x1b[200~if (true) {\r}\r\x1b[201~');
    expect(shell().input).toEqual([]);
    say('> ');
    expect(shell().input).toEqual(['if (true) {\n']);
    say('.. ');
    expect(shell().input).toEqual(['if (true) {\n', '}\n']);
    expect(said).toEqual(['> if (true) {', '.. }']);
    expect(condition).toEqual({ kind: 'running' });
  });

  it('is interrupted while it works, and only then', () => {
    say('> ');
    session.type('half\x03');
    expect(shell().interrupts).toBe(0);
    session.type('while(true);\r\x03');
    expect(shell().interrupts).toBe(1);
    expect(said).toEqual(['> half^C', '> while(true);', '^C']);
  });

  it('drops an unfinished statement, be it in a string', () => {
    say('.. ');
    session.type('\x03');
    say('.. ');
    session.type('\x03');
    expect(shell().input).toEqual([')\n', '")\n']);
  });

  it('completes names, also those that were entered', async () => {
    say('> ');
    session.type('int myradius = 1;\r');
    say('> ');
    session.type('draw(uni\t, myr\t);\r');
    await expect.poll(() => shell().input.at(-1)).toBe('draw(unitcircle, myradius);\n');
  });

  it('comes back with what it took when it was halted, even if there is no place at first', async () => {
    say('> ');
    session.type('int x = 1;\rint y = 2;\r');
    say('> ');
    await shell().end({ kind: 'complete', error: 'Execution aborted to free resources' });
    expect(condition).toMatchObject({ kind: 'ended', words: expect.stringContaining('server busy') });
    session.type('\r');
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(condition).toEqual({ kind: 'starting' });
      await shell().end({ kind: 'denied', error: 'Server is overloaded' });
      waiting?.();
      waiting = undefined;
    }
    expect(condition).toMatchObject({ kind: 'ended', words: expect.stringContaining('All shells are in use') });
    session.type('\r');
    say('> ');
    expect(shells).toHaveLength(7);
    expect(shell().input).toEqual(['int x = 1;\n']);
  });

  it('tells when it may have to end soon, and goes on', () => {
    say('> ');
    session.type('int x');
    shell().handlers.warned?.('busy');
    expect(said.at(-1)).toContain('Server busy');
    session.type(' = 1;\r');
    expect(shell().input).toEqual(['int x = 1;\n']);
  });

  it('begins anew when the person ended it', async () => {
    say('> ');
    session.type('int x = 1;\r');
    say('> ');
    session.type('\x04');
    await Promise.resolve();
    await Promise.resolve();
    expect(condition).toEqual({ kind: 'ended', words: 'Shell ended.' });
    session.type('\r');
    say('> ');
    expect(shell().input).toEqual([]);
  });

  it('takes a line from elsewhere, in a new shell if need be', () => {
    say('> ');
    session.enter('include "main.asy";', false);
    expect(shell().input).toEqual(['include "main.asy";\n']);
    session.enter('include "main.asy";', true);
    expect(shells).toHaveLength(2);
    say('> ');
    expect(shell().input).toEqual(['include "main.asy";\n']);
  });
});
