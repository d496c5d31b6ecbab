import { describe, expect, it } from 'vitest';
import { readConfig } from '../config/config';
import { partsOf, refusalToStart, welcomeLines } from './plan';

function refusal(
  argv: readonly string[],
  env: Record<string, string> = {},
  architecture = 'x64',
  isRoot = true,
  isContainer = false,
) {
  const read = readConfig(argv, env);
  if (!read.ok) throw new Error(read.failures[0]?.message);
  return refusalToStart(read.config, { architecture, isRoot, isContainer });
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
    ['levels that do not rise', [], { LEVELS: '10,3' }, 'x64', /LEVELS/],
    ['a role that is none', [], { PROXY_ROLES: 'alice:king' }, 'x64', /PROXY_ROLES has "alice:king"/],
    ['a machine that the filter does not know', [], {}, 'arm64', /this machine is arm64/],
  ] as const)('is nothing for %s, in one sentence', (_, argv, env, architecture, sentence) => {
    expect(refusal(argv, env, architecture)).toMatch(sentence);
  });
});

describe('an ordinary user', () => {
  const asOrdinary = (env: Record<string, string>) => refusal([], env, 'x64', false);

  it('serves this machine, and others once the weaker walls are accepted', () => {
    expect(asOrdinary({})).toBeUndefined();
    expect(asOrdinary({ HOST: '::1', PUBLIC_URL: 'http://localhost:3000' })).toBeUndefined();
    expect(asOrdinary({ HOST: '0.0.0.0' })).toMatch(/HOST lets others in.*ACCEPT_WEAKER_JAIL=on/);
    expect(asOrdinary({ PUBLIC_URL: 'https://asy.example.org' })).toMatch(/PUBLIC_URL lets others in/);
    const worker = { ROLE: 'worker', WORKER_ADDRESS: '10.0.0.7:9', WORKER_SECRET: 'x'.repeat(16), ...REDIS };
    expect(asOrdinary(worker)).toMatch(/WORKER_ADDRESS lets others in/);
    for (const env of [{ HOST: '0.0.0.0' }, worker])
      expect(asOrdinary({ ...env, ACCEPT_WEAKER_JAIL: 'on' })).toBeUndefined();
    expect(refusal([], { HOST: '0.0.0.0' })).toBeUndefined();
    expect(refusal([], { HOST: '0.0.0.0' }, 'x64', false, true)).toMatch(
      /ACCEPT_WEAKER_JAIL=on .*--security-opt seccomp=unconfined --security-opt unmask=ALL/,
    );
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
