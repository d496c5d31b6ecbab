import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { CHECK_LIMITS } from '@/core/check';
import { createLog } from '@/platform/log';
import { Checks, type ChecksOptions } from './checks';

function open(stored: Record<string, Buffer>, said: string) {
  const runs: { command: readonly string[]; files: readonly string[] }[] = [];
  let collected = 0;
  let kills = 0;
  const slot = {
    run: async (request: { command: readonly string[] }, files: [string, Buffer][]) => {
      runs.push({ command: request.command, files: files.map(([name]) => name) });
      const [output, errors] = [new PassThrough(), new PassThrough()];
      output.end('a tree');
      errors.end(said);
      const exited = Promise.all([output, errors].map((one) => new Promise((done) => one.once('end', done))));
      return { output, errors, exited, kill: () => (kills += 1) };
    },
    collect: async () => void (collected += 1),
  };
  const redis = { hgetallBuffer: async () => stored };
  const options = { redis, redisUrl: '', slots: [slot], log: createLog('test', 'silent') };
  const checks = new Checks(options as unknown as ChecksOptions);
  return { checks, runs, counts: () => ({ collected, kills }) };
}

const FILES = { 'a.asy': Buffer.from('draw('), '': Buffer.from('') };

describe('a syntax check', () => {
  it('answers what asy says on standard error', async () => {
    const { checks, runs, counts } = open(FILES, 'a.asy: 1.1: syntax error');
    expect(await checks.serve({ id: 't', data: { main: 'a.asy' } })).toEqual({ output: 'a.asy: 1.1: syntax error' });
    expect(runs[0]?.command).toEqual(['asy', '-noglobalread', '-parseonly', 'a.asy']);
    expect(counts()).toEqual({ collected: 1, kills: 0 });
  });

  it('starts nothing for what has been superseded', async () => {
    const { checks, runs } = open({}, '');
    expect(await checks.serve({ id: 't', data: { main: 'a.asy' } })).toEqual({ output: '' });
    expect(runs).toEqual([]);
  });

  it('ends a program that says too much, and answers no more than allowed', async () => {
    const { checks, counts } = open(FILES, 'x'.repeat(3 * CHECK_LIMITS.maxOutputBytes));
    const { output } = await checks.serve({ id: 't', data: { main: 'a.asy' } });
    expect(output.length).toBeLessThanOrEqual(CHECK_LIMITS.maxOutputBytes);
    expect(counts().kills).toBeGreaterThan(0);
  });

  it('never runs two in one slot, and has the slot back after each', async () => {
    const { checks, counts } = open(FILES, '');
    const job = { id: 't', data: { main: 'a.asy' } };
    const both = await Promise.allSettled([checks.serve(job), checks.serve(job)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await checks.serve(job)).toEqual({ output: '' });
    expect(counts().collected).toBe(2);
  });

  it('refuses what is no check', async () => {
    await expect(open(FILES, '').checks.serve({ id: 't', data: {} })).rejects.toThrow();
  });
});
