import { expect, it } from 'vitest';
import { success } from '@/core/result';
import { cannot, runAction, type AdminActions } from './adminAction';
import type { Admin } from './sessions';

const ADMIN = { name: 'a', role: 'admin', token: 't' } as Admin;
const ACTIONS = {
  'class.pause': async ({ class: name }) => success({ what: name }),
  'client.block': async ({ who }) => success({ what: who }),
} satisfies Partial<AdminActions> as Partial<AdminActions> as AdminActions;

it('runs with arguments of its schema only, and names the wrong one', async () => {
  expect(await runAction(ACTIONS, 'class.pause', { class: 'slow' }, ADMIN)).toEqual(success({ what: 'slow' }));
  expect(await runAction(ACTIONS, 'class.pause', { class: 3 }, ADMIN)).toMatchObject({
    ok: false,
    failure: { message: expect.stringMatching(/^class: /) },
  });
  expect(await runAction(ACTIONS, 'class.pause', undefined, ADMIN)).toMatchObject({
    ok: false,
    failure: { message: expect.stringMatching(/^The request: /) },
  });
});

it('says in words why something cannot be done, and by a code where a page may have asked', async () => {
  expect(cannot('Not now.')).toEqual({ ok: false, failure: { code: 'forbidden', message: 'Not now.' } });
  expect(cannot('There is no class x.', 'unknown-class', { name: 'x' })).toMatchObject({
    reason: { code: 'unknown-class', values: { name: 'x' } },
  });
  const blocked = await runAction(ACTIONS, 'client.block', { who: ' ' }, ADMIN);
  expect(blocked).toMatchObject({ ok: false, reason: { code: 'empty-field' } });
  expect(await runAction(ACTIONS, 'client.block', { who: 1 }, ADMIN)).not.toHaveProperty('reason');
});
