import { expect, it } from 'vitest';
import { tokenOf } from '../bearer';
import { ownerOf, visibleTo, type Caller } from './access';

// docs/task-graph.md, 13
it('finds the token in a bearer or basic credential, whatever the case of the scheme', () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  expect(tokenOf('Bearer abc')).toBe('abc');
  expect(tokenOf('bearer  abc')).toBe('abc');
  expect(tokenOf(basic('abc:'))).toBe('abc');
  expect(tokenOf(basic('abc:ignored'))).toBe('abc');
  // Some clients can only set the password.
  expect(tokenOf(basic(':abc'))).toBe('abc');
  for (const wrong of ['', 'Bearer', 'abc', 'Digest abc', basic(':')]) expect(tokenOf(wrong)).toBeUndefined();
});

// docs/task-graph.md, 14
it('lets users see their own, workers and admins all, and only admins change what is not theirs', () => {
  const room = { ofOwner: 1, inAll: 1, address: '', ofAddress: 0 };
  const caller = (role: Caller['role']): Caller => ({ role, owner: 'token:k', name: '', address: '', room });
  expect((['user', 'worker', 'admin'] as const).map((role) => visibleTo(caller(role)))).toEqual(['token:k', '', '']);
  expect((['user', 'worker', 'admin'] as const).map((role) => ownerOf(caller(role)))).toEqual([
    'token:k',
    'token:k',
    '',
  ]);
});
