import { expect, it } from 'vitest';
import { z } from 'zod';
import { success } from '@/core/result';
import { adminAction, cannot } from './adminAction';
import type { Admin } from './sessions';

const ADMIN = { name: 'a', role: 'admin', token: 't' } as Admin;

it('runs with arguments of its schema only, and names the wrong one', async () => {
  const action = adminAction('operator', z.object({ count: z.int() }), async ({ count }) =>
    success({ what: `${count}` }),
  );
  expect(await action.run({ count: 3 }, ADMIN)).toEqual(success({ what: '3' }));
  expect(await action.run({ count: 'x' }, ADMIN)).toMatchObject({
    ok: false,
    failure: { message: expect.stringMatching(/^count: /) },
  });
  expect(await action.run(undefined, ADMIN)).toMatchObject({
    ok: false,
    failure: { message: expect.stringMatching(/^The request: /) },
  });
});

it('says in words why something cannot be done, and by a code where a page may have asked', async () => {
  expect(cannot('Not now.')).toEqual({ ok: false, failure: { code: 'forbidden', message: 'Not now.' } });
  expect(cannot('There is no class x.', 'unknown-class', { name: 'x' })).toMatchObject({
    reason: { code: 'unknown-class', values: { name: 'x' } },
  });
  const named = adminAction('operator', z.object({ name: z.string().trim().min(1) }), async ({ name }) =>
    success({ what: name }),
  );
  expect(await named.run({ name: ' ' }, ADMIN)).toMatchObject({ ok: false, reason: { code: 'empty-field' } });
  expect(await named.run({ name: 1 }, ADMIN)).not.toHaveProperty('reason');
});
