import { describe, expect, it } from 'vitest';
import { placeIn, readAddress } from './address';

describe('the address of Redis', () => {
  it('is a socket, a host, or whatever sentinels say', () => {
    expect(readAddress('unix:///run/a%20b/redis.sock')).toHaveProperty('value', { path: '/run/a b/redis.sock' });
    expect(readAddress('redis://localhost')).toHaveProperty('value', { host: 'localhost', port: 6379 });
    expect(readAddress('redis://ann:p%40ss@10.0.0.1:7000/3')).toHaveProperty('value', {
      ...{ host: '10.0.0.1', port: 7000, db: 3 },
      ...{ username: 'ann', password: 'p@ss' },
    });
    expect(readAddress('redis://:secret@[::1]:7000')).toHaveProperty('value', {
      host: '::1',
      port: 7000,
      password: 'secret',
    });
    expect(readAddress('rediss://h')).toHaveProperty('value', { host: 'h', port: 6379, tls: {} });
    expect(readAddress('redis+sentinel://:pw@a,b:1234/mymaster/2?sentinelPassword=s')).toHaveProperty('value', {
      sentinels: [
        { host: 'a', port: 26_379 },
        { host: 'b', port: 1234 },
      ],
      ...{ name: 'mymaster', db: 2, password: 'pw', sentinelPassword: 's' },
    });
    expect(readAddress('rediss+sentinel://a/m')).toMatchObject({
      value: { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true },
    });
  });

  it('is told without its password', () => {
    expect(placeIn('redis://ann:p%40ss@10.0.0.1:7000/3?ca=x')).toBe('redis://10.0.0.1:7000/3');
    expect(placeIn('rediss+sentinel://:secret@a,b/m?sentinelPassword=other')).toBe('rediss+sentinel://a,b/m');
    expect(placeIn('unix:///run/redis.sock')).toBe('unix:///run/redis.sock');
  });

  it.each([
    ['http://localhost', /begins with/],
    ['localhost:6379', /begins with/],
    ['redis://a,b', /several hosts/],
    ['redis://a:b:c', /host or a port/],
    ['redis://a/x', /number of a database/],
    ['redis+sentinel://a,b', /name of the master/],
    ['rediss://a?ca=/nowhere/ca.pem', /cannot be read/],
  ])('%s is refused with parameters', (url, parameters) => {
    expect(readAddress(url)).toMatchObject({
      ok: false,
      failure: { code: 'config', message: expect.stringMatching(parameters) as string },
    });
  });
});
