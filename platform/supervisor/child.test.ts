import { EventEmitter } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SUPERVISOR_LIMITS } from '@/core/limits';
import { HOPELESS_EXIT_CODE } from '../childContext';
import { createLog } from '../log';
import { Child, type ChildOptions } from './child';

class FakeProcess extends EventEmitter {
  readonly pid = undefined;
  readonly signals: string[] = [];
  exitCode: number | null = null;
  signalCode: string | null = null;

  kill(signal: string): void {
    this.signals.push(signal);
  }

  end(code: number | null): void {
    this.exitCode = code;
    if (code === null) this.signalCode = 'SIGKILL';
    this.emit('close', code, this.signalCode);
  }
}

function open(options: Partial<ChildOptions> = {}) {
  const processes: FakeProcess[] = [];
  const commands: string[][] = [];
  const hopeless: (string | undefined)[] = [];
  const child = new Child({
    ...{ name: 'worker', command: { file: 'node', args: ['x'] }, environment: {}, owner: undefined },
    ...{ graceSeconds: 5, talks: true, isWatched: false, log: createLog('test', 'silent') },
    onHopeless: (_code, why) => hopeless.push(why),
    spawn: (file, args) => {
      const process = new FakeProcess();
      processes.push(process);
      commands.push([file, ...args]);
      return process as unknown as ChildProcess;
    },
    ...options,
  });
  child.start();
  return { child, processes, commands, hopeless, last: () => processes.at(-1) };
}

const { firstRestartMs, mostRestartMs, mostReadyRestartMs, steadySeconds } = SUPERVISOR_LIMITS;

describe('a child of the supervisor', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('dies with the supervisor, and runs as the user it is given', () => {
    expect(open().commands[0]).toEqual(['setpriv', '--pdeathsig', 'KILL', 'node', 'x']);
    const { commands } = open({ owner: { uid: 7, gid: 8 } });
    expect(commands[0]?.join(' ')).toContain('--reuid 7 --regid 8 --clear-groups --no-new-privs --pdeathsig KILL');
  });

  it('is started again when it dies, later each time, and soon again after it ran steadily', () => {
    const { processes, last } = open();
    const pauseMs = () => {
      const before = processes.length;
      last()?.end(1);
      let waited = 0;
      for (; processes.length === before; waited += 10) vi.advanceTimersByTime(10);
      return waited;
    };
    expect([pauseMs(), pauseMs(), pauseMs()]).toEqual([firstRestartMs, 2 * firstRestartMs, 4 * firstRestartMs]);
    for (let i = 0; i < 10; i += 1) pauseMs();
    expect(pauseMs()).toBe(mostRestartMs);
    // One that has been ready can work: people wait for it.
    last()?.emit('message', { ready: true });
    expect(pauseMs()).toBe(mostReadyRestartMs);
    vi.advanceTimersByTime(steadySeconds * 1000 + 1);
    expect(pauseMs()).toBe(firstRestartMs);
  });

  it('that was killed from outside, even at its start, is soon started again', () => {
    const { processes, last } = open({ talks: false });
    for (let i = 0; i < 10; i += 1) {
      last()?.end(null);
      vi.advanceTimersByTime(mostReadyRestartMs);
      expect(processes).toHaveLength(i + 2);
    }
    last()?.end(1);
    vi.advanceTimersByTime(mostReadyRestartMs);
    expect(processes).toHaveLength(11);
  });

  it('stops the product instead if its first start is hopeless, and only then', () => {
    const { hopeless, processes, last } = open();
    last()?.emit('message', { hopeless: 'The jail does not hold.' });
    last()?.end(HOPELESS_EXIT_CODE);
    vi.advanceTimersByTime(mostRestartMs);
    expect([hopeless, processes.length]).toEqual([['The jail does not hold.'], 1]);
    const other = open();
    other.last()?.emit('message', { ready: true });
    other.last()?.end(HOPELESS_EXIT_CODE);
    vi.advanceTimersByTime(mostRestartMs);
    expect([other.hopeless, other.processes.length]).toEqual([[], 2]);
  });

  it('is asked to end, made to end after the grace, and not started again', async () => {
    const { child, processes, last } = open();
    const stopped = child.stop();
    expect(last()?.signals).toEqual(['SIGTERM']);
    vi.advanceTimersByTime(5000);
    expect(last()?.signals).toEqual(['SIGTERM', 'SIGKILL']);
    last()?.end(null);
    await stopped;
    vi.advanceTimersByTime(mostRestartMs);
    expect(processes.length).toBe(1);
  });

  it('is not started any more if it is stopped between two starts', async () => {
    const { child, processes, last } = open();
    last()?.end(1);
    await child.stop();
    vi.advanceTimersByTime(mostRestartMs);
    expect(processes.length).toBe(1);
  });

  it('hands on what it is told, but not that it lives', () => {
    const messages: unknown[] = [];
    const { last } = open({ onMessage: (message) => messages.push(message) });
    last()?.emit('message', { alive: true });
    last()?.emit('message', { ready: true });
    expect(messages).toEqual([{ ready: true }]);
  });
});
