import { describe, expect, it } from 'vitest';
import { environmentFor, flagsFor } from './childEnvironment';

const environment = {
  PATH: '/usr/bin',
  LANG: 'C',
  ADMIN_TOKEN: 'of the admin, and long',
  SESSION_SECRET: 'of the fronts',
  WORKER_SECRET: 'of the workers',
  BACKENDS: '2',
  AWS_SECRET_ACCESS_KEY: 'of somebody else',
  ASYGROUND_INSIDE: '{}',
};

describe('what children are told', () => {
  it('are all settings for a front, and nothing of others', () => {
    const { AWS_SECRET_ACCESS_KEY: _other, ...ours } = environment;
    expect(environmentFor('front', environment)).toEqual(ours);
  });

  it('are no secrets but its own for a worker', () => {
    const told = environmentFor('worker', environment);
    expect(Object.keys(told).sort()).toEqual(['ASYGROUND_INSIDE', 'BACKENDS', 'LANG', 'PATH', 'WORKER_SECRET']);
  });

  it('are no flags with secrets either', () => {
    const argv = [
      '--admin-token',
      'a',
      '--backends',
      '2',
      '--session-secret=b',
      '--worker-secret',
      'c',
      '--redis-url',
      'redis://:p@h',
    ];
    expect(flagsFor('worker', argv)).toEqual(['--backends', '2', '--worker-secret', 'c']);
    expect(flagsFor('front', argv)).toEqual(argv);
  });
});
