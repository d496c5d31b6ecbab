import { describe, expect, it } from 'vitest';
import { workerHeartbeat } from '@/core/messages';
import { Heartbeats } from './heartbeats';

const FACTS = {
  ...{ worker: 'w', hostKey: 'h', version: '1', toolchain: 't' },
  walls: { root: true, cgroup: 'v1' as const, held: 106 },
};

describe('what a worker says of itself', () => {
  const own = { cpuMs: 0, atMs: 0 };
  const heartbeats = new Heartbeats(FACTS, {
    cpuUsage: () => ({ user: own.cpuMs * 1000, system: 0 }),
    memoryBytes: () => 42,
    nowMs: () => own.atMs,
  });
  const backends = [
    { id: 'w.1', served: { running: 'a' } },
    { id: 'w.2', served: { running: undefined } },
  ];

  it('names its backends, and what runs on those that are busy', () => {
    const said = heartbeats.next(backends, [{ id: 'w.shell1', served: { running: 'b' } }], ['warm']);
    expect(said).toMatchObject({
      backends: ['w.1', 'w.2'],
      shellPlaces: ['w.shell1'],
      busy: { 'w.1': 'a', 'w.shell1': 'b' },
      differing: ['warm'],
      memoryBytes: 42,
    });
    expect(workerHeartbeat.safeParse(JSON.parse(JSON.stringify(said))).success).toBe(true);
  });

  it('says how much of a processor it used since the beat before', () => {
    Object.assign(own, { cpuMs: 500, atMs: 1000 });
    expect(heartbeats.next(backends, [], []).cpuShare).toBe(0.5);
    Object.assign(own, { cpuMs: 750, atMs: 2000 });
    expect(heartbeats.next(backends, [], []).cpuShare).toBe(0.25);
  });
});
