import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { AddressList } from '@/platform/addressList';
import { Identity } from './identity';

const identity = new Identity(Buffer.from('secret'), new AddressList(['10.0.0.1', '10.9.0.0/16']));

function request(remoteAddress: string, headers: Record<string, string> = {}): IncomingMessage {
  const all = { host: 'localhost:3000', ...headers };
  return { headers: all, httpVersion: '1.1', socket: { remoteAddress } } as unknown as IncomingMessage;
}

describe('identity of a client (docs/queue.md, 9)', () => {
  it('is the signed cookie where there is one', () => {
    const cookie = identity.newCookie(request('1.2.3.4'), false)?.split(';')[0] ?? '';
    const who = identity.whoIs(request('1.2.3.4', { cookie: `a=b; ${cookie}` }));
    expect(who).toMatchObject({ client: expect.stringMatching(/^cookie:/), address: '1.2.3.4' });
    expect(identity.newCookie(request('1.2.3.4', { cookie }), false)).toBeUndefined();
  });

  it('does not believe a forged cookie', () => {
    const cookie = 'asyground-client=me.forged';
    expect(identity.whoIs(request('1.2.3.4', { cookie })).client).toBe('address:1.2.3.4');
    expect(identity.newCookie(request('1.2.3.4', { cookie }), true)).toContain('Secure');
  });

  it('is the address without one, IPv6 by its network', () => {
    expect(identity.whoIs(request('::ffff:1.2.3.4')).client).toBe('address:1.2.3.4');
    expect(identity.whoIs(request('2001:db8:1:2:3::9')).address).toBe('2001:db8:1:2::/64');
    expect(identity.whoIs(request('2001:db8::9')).address).toBe('2001:db8:0:0::/64');
    expect(identity.whoIs(request('::1')).address).toBe('0:0:0:0::/64');
  });

  it('believes a forwarded address only from a trusted proxy', () => {
    const headers = { 'x-forwarded-for': '9.9.9.9, 8.8.8.8' };
    expect(identity.whoIs(request('5.5.5.5', headers)).address).toBe('5.5.5.5');
    expect(identity.whoIs(request('10.0.0.1', headers)).address).toBe('8.8.8.8');
    expect(identity.whoIs(request('10.0.0.1')).address).toBe('10.0.0.1');
    // Of several behind each other, in a network of a container, say.
    const several = { 'x-forwarded-for': '9.9.9.9, 10.9.4.4, 10.0.0.1' };
    expect(identity.whoIs(request('::ffff:10.9.1.2', several)).address).toBe('9.9.9.9');
    for (const forwarded of ['8.8.8.8:5001', '8.8.8.8:5002', '::ffff:8.8.8.8', '[::ffff:8.8.8.8]:5003'])
      expect(identity.whoIs(request('10.0.0.1', { 'x-forwarded-for': forwarded })).address).toBe('8.8.8.8');
  });
});

describe('a program on this machine', () => {
  it('comes from here, and nobody passed it on', () => {
    expect(identity.isLocal(request('127.0.0.1'))).toBe(true);
    expect(identity.isLocal(request('::1'))).toBe(true);
    expect(identity.isLocal(request('::ffff:127.0.0.1'))).toBe(true);
    expect(identity.isLocal(request('10.0.0.7'))).toBe(false);
    const proxied = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-port', 'cf-connecting-ip'];
    for (const name of [...proxied, 'true-client-ip'])
      expect(identity.isLocal(request('127.0.0.1', { [name]: '127.0.0.1' }))).toBe(false);
    expect(identity.isLocal(request('127.0.0.1', { host: 'asy.example' }))).toBe(false);
    expect(identity.isLocal({ ...request('127.0.0.1'), httpVersion: '1.0' })).toBe(false);
    expect(new Identity(Buffer.from('secret'), new AddressList(['127.0.0.1'])).isLocal(request('127.0.0.1'))).toBe(
      false,
    );
  });
});
