import type { ActAnswer } from '@/core/admin/actions';

interface BatchesDone {
  /** How many the server has acted on. */
  readonly count: number;
  /** Why it did not act on the others. */
  readonly error?: string;
}

/** Acts on all of them, so many at a time, until the server refuses. */
export async function inBatches<Item>(
  items: readonly Item[],
  size: number,
  act: (batch: readonly Item[]) => Promise<ActAnswer>,
): Promise<BatchesDone> {
  for (let count = 0; count < items.length; count += size) {
    const answer = await act(items.slice(count, count + size));
    if (!answer.ok) return { count, error: answer.error };
  }
  return { count: items.length };
}
