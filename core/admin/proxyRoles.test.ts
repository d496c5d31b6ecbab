import { expect, it } from 'vitest';
import { readRoles } from './proxyRoles';

it('roles are read, and mistakes are named', () => {
  expect(readRoles([])).toMatchObject({ ok: true });
  for (const wrong of ['alice', ':admin', 'alice:king'])
    expect(readRoles([wrong])).toMatchObject({ failure: { message: expect.stringContaining(wrong) } });
});
