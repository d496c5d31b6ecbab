import { expect, it } from 'vitest';
import { actionTable } from './actions';
import { readPanel } from './panels';

it('reads a panel, knows an empty one as not known, and refuses any other', () => {
  expect(readPanel('cache', { entries: 1, storeBytes: 2, memoryBytes: 3, uses: { miss: 4 } })).toEqual({
    ok: true,
    panel: { entries: 1, storeBytes: 2, memoryBytes: 3, uses: { miss: 4 } },
  });
  expect(readPanel('queue', {})).toEqual({ ok: true, panel: undefined });
  expect(readPanel('tokens', undefined)).toEqual({ ok: true, panel: undefined });
  expect(readPanel('cache', { entries: 'many' })).toEqual({ ok: false });
  expect(readPanel('health', { ok: true, alarms: [{ code: 'of-a-newer-front', message: 'Hm.' }] }).ok).toBe(true);
});

it('knows an answer of each kind, and a reason that it has never heard of by its words', () => {
  expect(actionTable['cache.clear'].reply.safeParse({ ok: true }).success).toBe(true);
  expect(actionTable['token.create'].reply.safeParse({ ok: true }).success).toBe(false);
  expect(actionTable['token.create'].reply.safeParse({ ok: true, shown: 'abc' }).success).toBe(true);
  const refused = { ok: false, error: 'No.', reason: { code: 'of-a-newer-front' } };
  expect(actionTable['cache.clear'].reply.parse(refused)).toMatchObject({ ok: false, error: 'No.', reason: undefined });
});
