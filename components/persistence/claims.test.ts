import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browserClaims, PATIENCE_MS } from './claims';

/** The browser's side, for several pages. `isLate`: it tells a page of its lock only when it is asked to. */
class FakeLocks {
  private readonly held = new Set<string>();
  private readonly waiting: { name: string; hold: () => unknown; reject: (error: Error) => void }[] = [];
  isLate = false;

  readonly request = (name: string, { signal }: LockOptions, hold: () => unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const free = () => {
        this.held.delete(name);
        this.grant();
      };
      const asked = { name, hold: () => resolve(Promise.resolve(hold()).finally(free)), reject };
      this.waiting.push(asked);
      signal?.addEventListener('abort', () => {
        if (!this.waiting.includes(asked)) return;
        this.waiting.splice(this.waiting.indexOf(asked), 1);
        reject(new Error('aborted'));
      });
      if (!this.isLate) this.grant();
    });

  readonly query = async () => ({ held: [...this.held].map((name) => ({ name })) });

  grant(): void {
    const next = this.waiting.findIndex(({ name }) => !this.held.has(name));
    if (next === -1) return;
    const [asked] = this.waiting.splice(next, 1);
    this.held.add(asked?.name ?? '');
    asked?.hold();
    this.grant();
  }
}

let locks: FakeLocks;
const page = () => browserClaims(locks as unknown as LockManager);

beforeEach(() => {
  vi.useFakeTimers();
  locks = new FakeLocks();
});
afterEach(() => vi.useRealTimers());

describe('a draft', () => {
  it('is given to one page, and to the next when that has let go', async () => {
    const [first, second] = [page(), page()];
    expect(await first.claim('a')).toBe(true);
    expect(await first.claim('a')).toBe(true);
    const refused = second.claim('a');
    await vi.advanceTimersByTimeAsync(PATIENCE_MS);
    expect(await refused).toBe(false);
    expect([...(await second.openElsewhere())]).toEqual(['a']);
    expect([...(await first.openElsewhere())]).toEqual([]);
    first.letGo('a');
    expect(await second.claim('a')).toBe(true);
  });

  it('that nobody has is waited for, however long the browser takes to say so', async () => {
    locks.isLate = true;
    const claims = page();
    const granted = Promise.all([claims.claim('a'), claims.claim('a')]);
    await vi.advanceTimersByTimeAsync(10 * PATIENCE_MS);
    locks.grant();
    expect(await granted).toEqual([true, true]);
  });

  it('that was let go before it was granted is free', async () => {
    locks.isLate = true;
    const claims = page();
    const granted = claims.claim('a');
    claims.letGo('a');
    locks.grant();
    await granted;
    locks.isLate = false;
    expect(await page().claim('a')).toBe(true);
  });
});
