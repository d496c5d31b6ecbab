import type { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { NO_CONTROL } from '@/core/admin/control';
import { WIDTHS_SECONDS } from '@/core/admin/series';
import type { AuditLog } from './auditLog';
import type { ControlStore } from './controlStore';
import { panel, systemPanels } from './panels';
import type { SessionStore } from './sessionStore';
import type { TokenStore } from './tokens';

const ENDED = { task: 't1', cause: 'success' };

function panels(streams: Readonly<Record<string, string>> = {}) {
  const redis = {
    get: async () => null,
    smembers: async () => [],
    mget: async () => [],
    xrevrange: async () => Object.entries(streams).map(([id, text]) => [id, ['entry', text]]),
    lrange: async () => ['not a bucket'],
  } as unknown as Redis;
  return systemPanels({
    redis,
    controls: { current: NO_CONTROL } as unknown as ControlStore,
    audit: { list: async () => [] } as unknown as AuditLog,
    tokens: { list: async () => [] } as unknown as TokenStore,
    sessions: { list: async () => [] } as unknown as SessionStore,
    webhooks: { hooks: async () => [], windows: async () => [] },
    delivery: { list: async () => [] },
    failures: { figures: async () => ({ count: 0, bytes: 0, newest: '' }) },
    readHealth: async () => ({ ok: true }) as never,
  });
}

describe('the panels of the system', () => {
  it('are empty, not broken, while nothing was published', async () => {
    const { queue, ended, decisions, series, control } = panels();
    expect(await queue.read()).toEqual({});
    expect([await ended.read(), await decisions.read()]).toEqual([{}, {}]);
    expect(await series.read()).toEqual(Object.fromEntries(WIDTHS_SECONDS.map((width) => [String(width), {}])));
    expect(await control.read()).toEqual(JSON.parse(JSON.stringify(NO_CONTROL)));
  });

  it('leave out what cannot be read', async () => {
    expect(await panels({ '1-0': 'no JSON', '2-0': JSON.stringify(ENDED) }).ended.read()).not.toHaveProperty('1-0');
  });

  it('show webhooks, the audit log, the tokens and the sessions to admins only', () => {
    const roles = Object.entries(panels()).flatMap(([name, { role }]) => (role === 'admin' ? [name] : []));
    expect(roles).toEqual(['webhooks', 'audit', 'tokens', 'sessions']);
  });
});

describe('a panel', () => {
  it('is what travels: undefined fields are gone', async () => {
    const shown = { text: undefined, at: 1 } as never;
    expect(await panel<'control'>(1, async () => shown).read()).toEqual({ at: 1 });
  });
});
