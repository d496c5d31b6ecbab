import { expect } from 'vitest';
import { createRandom } from '@/core/schedule/random';
import { percentile } from '@/bench/report';
import { killAtRandom, type KillReport } from './kills';
import type { Product } from './product';
import { until } from './until';

/** What must be true after any number of kills. */

/** A client may be told these; `lost` is a front that died with its connections. */
const ALLOWED = ['complete', 'complete: Server error', 'denied: Server error', 'lost'];
const DENIALS = ['denied: No backend', 'denied: The service cannot reach its database'];

/** Answers what was seen, for people. */
export async function surviveKills(product: Product, kills: number, seed: number): Promise<string> {
  const report = await killAtRandom(product, kills, createRandom(seed));
  const words = wordsOf(report);
  expect(report.stuck, words).toBe(0);
  expect(report.doubles).toEqual([]);
  const unexpected = [...report.endings.keys()].filter(
    (ending) => !ALLOWED.includes(ending) && !DENIALS.some((denial) => ending.startsWith(denial)),
  );
  expect(unexpected).toEqual([]);
  expect(report.endings.get('complete') ?? 0, words).toBeGreaterThan(kills / 10);
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
  return words;
}

function wordsOf({ kills, renders, endings, backAfterMs }: KillReport): string {
  const back = [...new Set(backAfterMs.map(({ target }) => target))].map((target) => {
    const own = backAfterMs.filter((one) => one.target === target).map(({ milliseconds }) => milliseconds);
    const [half, most, all] = [0.5, 0.95, 1].map((share) => (percentile(own, share) / 1000).toFixed(1));
    return `${target}: ${half} s (p50), ${most} s (p95), ${all} s (longest) of ${own.length}`;
  });
  const ended = JSON.stringify(Object.fromEntries(endings));
  return `${kills} kills, ${renders} renders: ${ended}. Service again after a kill of ${back.join('; ')}.`;
}
