import { describe, expect, it } from 'vitest';
import type { Json } from '@/core/admin/patch';
import type { AdminRole } from '@/core/admin/roles';
import { createLog } from '@/platform/log';
import { Hub, type Panel } from './hub';

function world(isWatched = true) {
  const shown: Record<string, Json> = { queue: { waiting: 1 }, tokens: { count: 1 } };
  const reads: string[] = [];
  const told: { role: AdminRole; patch: Json }[] = [];
  const lines: { panel?: string; err?: { stack?: string } }[] = [];
  const broken = new Set<string>();
  const panel = (name: string, role: AdminRole): Panel => ({
    read: async () => {
      reads.push(name);
      if (broken.has(name)) throw new Error(`${name} broke`);
      return structuredClone(shown[name] ?? null);
    },
    everyMs: 1000,
    role,
  });
  const hub = new Hub({
    panels: { queue: panel('queue', 'viewer'), tokens: panel('tokens', 'admin') },
    isWatched: () => isWatched,
    tell: (role, patch) => void told.push({ role, patch }),
    log: createLog('test', 'warn', { write: (line) => void lines.push(JSON.parse(line)) }),
  });
  return { hub, shown, reads, told, lines, broken };
}

describe('the hub of the admin page', () => {
  it('reads nothing while nobody looks', async () => {
    const { hub, reads, told } = world(false);
    await hub.runOnce(10_000);
    expect([reads, told]).toEqual([[], []]);
  });

  it('reads each panel in its own time and tells each role what it may see', async () => {
    const { hub, shown, reads, told } = world();
    await hub.runOnce(10_000);
    expect(told).toEqual([
      { role: 'viewer', patch: { queue: { waiting: 1 } } },
      { role: 'operator', patch: { queue: { waiting: 1 } } },
      { role: 'admin', patch: { queue: { waiting: 1 }, tokens: { count: 1 } } },
    ]);
    await hub.runOnce(10_500);
    expect(reads).toHaveLength(2);
    shown.queue = { waiting: 2 };
    told.length = 0;
    await hub.runOnce(11_000);
    expect(told).toContainEqual({ role: 'admin', patch: { queue: { waiting: 2 } } });
  });

  it('says that its data is fresh even when nothing changed, now and then', async () => {
    const { hub, told } = world();
    await hub.runOnce(10_000);
    told.length = 0;
    await hub.runOnce(11_000);
    expect(told).toEqual([]);
    await hub.runOnce(12_000);
    expect(told).toContainEqual({ role: 'viewer', patch: {} });
  });

  it('goes on with the others when a panel cannot be read, and logs why', async () => {
    const { hub, told, lines, broken } = world();
    broken.add('tokens');
    await hub.runOnce(10_000);
    expect(told).toContainEqual({ role: 'admin', patch: { queue: { waiting: 1 } } });
    expect(lines[0]?.panel).toBe('tokens');
    expect(lines[0]?.err?.stack).toContain('hub.test');
  });

  it('gives a newcomer everything their role may see', async () => {
    const { hub } = world();
    expect(await hub.snapshot('viewer')).toEqual({ queue: { waiting: 1 } });
    expect(await hub.snapshot('admin')).toEqual({ queue: { waiting: 1 }, tokens: { count: 1 } });
  });
});
