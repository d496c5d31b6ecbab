import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readRoles } from '@/core/admin/proxyRoles';
import { ProxySignIn } from './proxySignIn';

const roles = readRoles(['alice:admin', '@teachers:operator', '@all:viewer', 'a:b:viewer']);
const signIn = new ProxySignIn(
  {
    trustedProxies: ['10.0.0.1'],
    proxyUserHeader: 'X-Forwarded-User',
    proxyGroupsHeader: 'X-Forwarded-Groups',
    proxyRoles: [],
  },
  roles.ok ? roles.value : new Map(),
);
const request = (headers: Record<string, string>, remoteAddress = '10.0.0.1') => ({
  headers,
  socket: { remoteAddress } as Socket,
});
const as = (name: string, groups = '') => request({ 'x-forwarded-user': name, 'x-forwarded-groups': groups });

describe('a header of the proxy', () => {
  it('names a person, and by the settings their role', () => {
    expect(signIn.personIn(as('bob'))).toEqual({ name: 'bob', role: undefined });
    expect(signIn.personIn(as('alice'))).toEqual({ name: 'alice', role: 'admin' });
    expect(signIn.personIn(as('a:b'))?.role).toBe('viewer');
    expect(signIn.personIn(as('eve@example.org', 'all, teachers'))?.role).toBe('operator');
    // As Node reads what a proxy writes.
    expect(signIn.personIn(as(Buffer.from('Zoë').toString('latin1')))?.name).toBe('Zoë');
    expect(signIn.personIn(as('Zo\xeb'))?.name).toBe('Zoë');
    expect(signIn.personIn(request({}))).toBeUndefined();
    expect(signIn.judge(as('bob'))).toBeUndefined();
  });

  it('is refused from anywhere else', () => {
    for (const header of ['x-forwarded-user', 'x-forwarded-groups']) {
      const asked = request({ [header]: 'alice' }, '10.0.0.2');
      expect(signIn.judge(asked)?.status).toBe(403);
      expect(signIn.personIn(asked)).toBeUndefined();
    }
    expect(signIn.judge(request({}, '10.0.0.2'))).toBeUndefined();
  });

  it('that holds no name is refused', () => {
    for (const name of ['alice, bob', 'a\u0007b', 'x'.repeat(129), '"alice"', '@teachers'])
      expect([name, signIn.judge(as(name))?.status]).toEqual([name, 400]);
    // As Node reads what was sent in UTF-8.
    for (const name of ['\u200balice', 'alice\u202e', '\u0085'])
      expect([name, signIn.judge(as(Buffer.from(name).toString('latin1')))?.status]).toEqual([name, 400]);
    expect(signIn.judge(as(''))).toBeUndefined();
  });

  it('means nothing where it is not set', () => {
    const off = new ProxySignIn(
      { trustedProxies: ['10.0.0.1'], proxyUserHeader: undefined, proxyGroupsHeader: undefined, proxyRoles: [] },
      new Map(),
    );
    expect([off.judge(as('alice')), off.personIn(as('alice'))]).toEqual([undefined, undefined]);
  });
});
