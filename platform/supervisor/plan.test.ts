import { describe, expect, it } from 'vitest';
import { readConfig } from '../config/config';
import { partsOf, refusalToStart, welcomeLines } from './plan';

function refusal(argv: readonly string[], env: Record<string, string> = {}, architecture = 'x64') {
  const read = readConfig(argv, env);
  if (!read.ok) throw new Error(read.failures[0]?.message);
  return refusalToStart(read.config, architecture);
}

const REDIS = { REDIS_URL: 'redis://127.0.0.1:6379' };

describe('what is started', () => {
  it('is a worker before the front that needs it, or the one part of a machine', () => {
    expect(partsOf('all')).toEqual(['worker', 'front']);
    expect(partsOf('worker')).toEqual(['worker']);
    expect(partsOf('front')).toEqual(['front']);
    expect(partsOf('scheduler')).toEqual(['front']);
  });

  it('is everything on one machine, and a role beside a Redis', () => {
    expect(refusal([])).toBeUndefined();
    expect(refusal(['--role', 'worker'], REDIS)).toBeUndefined();
  });

  it.each([
    ['a role without a Redis', ['--role', 'worker'], {}, 'x64', /^--role worker needs REDIS_URL/],
    ['an address that is none', [], { REDIS_URL: 'mysql://localhost' }, 'x64', /REDIS_URL/],
    ['a worker open to all', [], { WORKER_ADDRESS: '127.0.0.1:9999' }, 'x64', /needs WORKER_SECRET/],
    ['a machine that the filter does not know', [], {}, 'arm64', /this machine is arm64/],
  ] as const)('is nothing for %s, in one sentence', (_, argv, env, architecture, sentence) => {
    expect(refusal(argv, env, architecture)).toMatch(sentence);
  });
});

describe('what is said when everything runs', () => {
  const ready = [
    { ready: true },
    { ready: true, address: 'http://x', adminToken: 'secret', periodic: ['tcp'] },
  ] as const;
  const place = { isTerminal: false, isConfigured: false, file: '/data/admin-token' };
  const said = (
    token = place,
    messages: Parameters<typeof welcomeLines>[0] = ready.map((one) => ({ ...one, periodic: [] })),
  ) => welcomeLines(messages, token).join('\n');

  it('names each address', () => {
    expect(welcomeLines([{ ready: true, address: 'http://x', periodic: ['tcp://y'] }], place).slice(0, 2)).toEqual([
      'Asyground is at http://x',
      'Periodic is at tcp://y',
    ]);
  });

  it('shows the token on a terminal only', () => {
    expect(said({ ...place, isTerminal: true })).toContain('token: secret');
    expect(said()).toContain('with the token in /data/admin-token');
    expect(said({ ...place, isConfigured: true })).toContain('with the token of ADMIN_TOKEN');
    for (const quiet of [place, { ...place, isConfigured: true }]) expect(said(quiet)).not.toContain('secret');
  });

  it('says nothing of a token that was made before', () => {
    expect(said({ ...place, isTerminal: true }, [{ ready: true, address: 'http://x' }])).toContain('made before');
  });
});
