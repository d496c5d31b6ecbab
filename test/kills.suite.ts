import { expect } from 'vitest';
import { createRandom } from '@/core/schedule/random';
import { killAtRandom } from './kills';
import type { Product } from './product';
import { until } from './until';

/** What must be true after any number of kills. */

/** A client may be told these; `lost` is a front that died with its connections. */
const ALLOWED = ['complete', 'complete: Server error', 'denied: Server error', 'lost'];
const DENIALS = ['denied: No backend', 'denied: The service cannot reach its database'];

export async function surviveKills(product: Product, kills: number, seed: number): Promise<void> {
  const report = await killAtRandom(product, kills, createRandom(seed));
  expect(report.stuck).toBe(0);
  expect(report.doubles).toEqual([]);
  const unexpected = [...report.endings.keys()].filter(
    (words) => !ALLOWED.includes(words) && !DENIALS.some((denial) => words.startsWith(denial)),
  );
  expect(unexpected).toEqual([]);
  expect(report.endings.get('complete') ?? 0).toBeGreaterThan(kills / 10);
  await until(
    'renders work',
    async () =>
      (await product.client().render({ files: { 'a.asy': 'draw((0,0)--(9,9));' }, main: 'a.asy' }).finished).ending
        .kind === 'complete',
  );
  const health = async () =>
    (await (await fetch(`${product.url}/api/health`)).json()) as { tasks: number; backends: { busy: number } };
  await until('no task and no busy backend is left', async () => {
    const { tasks, backends } = await health();
    return tasks === 0 && backends.busy === 0;
  });
  expect(product.log()).not.toContain('bug:');
}
