import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, it } from 'vitest';
import { JAIL_LIMITS, SUPERVISOR_LIMITS } from '@/core/limits';
import { raisePriority } from './priority';

it('lets a process and its session go before jails, if it may', () => {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  try {
    const pid = child.pid ?? 0;
    raisePriority(pid);
    const isRoot = process.getuid?.() === 0;
    expect(getPriority(pid)).toBe(isRoot ? SUPERVISOR_LIMITS.niceness : getPriority());
    expect(getPriority(pid)).toBeLessThan(JAIL_LIMITS.niceness);
    const group = `/proc/${pid}/autogroup`;
    if (isRoot && existsSync(group))
      expect(readFileSync(group, 'utf8')).toContain(`nice ${SUPERVISOR_LIMITS.niceness}`);
  } finally {
    child.kill('SIGKILL');
  }
});

it('does nothing to one that has gone', () => {
  expect(() => raisePriority(2 ** 22 + 1)).not.toThrow();
});
