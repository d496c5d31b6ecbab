import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for a condition instead of a time; fails with words when it does not come. */
export async function until<T>(what: string, look: () => T | Promise<T>, patienceMs = 20_000): Promise<NonNullable<T>> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const seen = await look();
    if (seen) return seen as NonNullable<T>;
    if (Date.now() > end) throw new Error(`waited in vain for: ${what}`);
    await sleep(10);
  }
}
