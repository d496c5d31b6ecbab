import { setTimeout as sleep } from 'node:timers/promises';

/** The answer, or undefined if it fails or does not come in time: for those who can say "not known" instead. */
export async function inTime<T>(answer: Promise<T>, milliseconds: number): Promise<T | undefined> {
  const over = new AbortController();
  try {
    return await Promise.race([answer, sleep(milliseconds, undefined, { signal: over.signal })]);
  } catch {
    return undefined;
  } finally {
    over.abort();
  }
}
