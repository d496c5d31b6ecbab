import type { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChurnMap } from '@/core/churnMap';
import { Audit, type Audited } from './audit';

describe('the audit of a front', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function world() {
    const pending = new ChurnMap<Audited>();
    const known = new Set<string>();
    const lost: string[] = [];
    const exists = async (key: string) => ([...known].some((id) => key.includes(id)) ? 1 : 0);
    const audit = new Audit(pending, { exists } as unknown as Redis, (task) => {
      lost.push(task);
      pending.delete(task);
    });
    const submit = (id: string, link?: unknown) => pending.set(id, { submittedAt: performance.now(), link, missed: 0 });
    return { audit, known, lost, submit, pending };
  }

  it('gives up a task that Redis does not know, twice in a row and not before its time', async () => {
    const { audit, lost, submit } = world();
    submit('gone');
    for (let i = 0; i < 4; i += 1) await audit.look();
    expect(lost).toEqual([]);
    vi.advanceTimersByTime(60_000);
    // A look that comes to the end of a round begins the next.
    for (let i = 0; i < 8 && lost.length === 0; i += 1) await audit.look();
    expect(lost).toEqual(['gone']);
  });

  it('leaves alone what a backend has, what Redis knows, and what was missed once', async () => {
    const { audit, known, lost, submit, pending } = world();
    submit('linked', {});
    submit('known');
    submit('flickering');
    known.add('known');
    vi.advanceTimersByTime(60_000);
    for (let i = 0; i < 10; i += 1) {
      const { missed = 0 } = pending.get('flickering') ?? {};
      if (missed > 0) known.add('flickering');
      else known.delete('flickering');
      await audit.look();
    }
    expect(lost).toEqual([]);
  });
});
