// The same work for each of many, as many at a time as there are cores.
import { availableParallelism } from 'node:os';

/**
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T, index: number) => Promise<void>} work
 */
export async function sideBySide(items, work) {
  const left = items.entries();
  const worker = async () => {
    for (const [index, item] of left) await work(item, index);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}
