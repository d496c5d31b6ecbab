import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isTraced, stateOf } from './processState';

describe('another process', () => {
  it('is told by its state, and by whether a debugger holds it', async () => {
    const child = spawn('sleep', ['60'], { stdio: 'ignore' });
    await once(child, 'spawn');
    expect(isTraced(child.pid)).toBe(false);
    child.kill('SIGSTOP');
    while (!stateOf(child.pid).state?.startsWith('T')) await new Promise(setImmediate);
    expect(stateOf(child.pid).state).toBe('T (stopped)');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(stateOf(child.pid)).toEqual({ state: undefined, waitsIn: undefined });
    expect(isTraced(child.pid)).toBe(false);
  });
});
