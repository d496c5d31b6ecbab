import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProduct } from '@/test/product';
import { processes } from '@/test/processes';
import { cpuMs } from './cpu';
import type { Section } from './report';

/** Memory and CPU of the product when nobody uses it. */

const QUIET_MS = 30_000;

export async function measureIdle(): Promise<Section> {
  const product = await startProduct();
  try {
    const { ending } = await product.client().render({ files: { 'main.asy': 'draw((0,0)--(9,9));' }, main: 'main.asy' })
      .finished;
    if (ending.kind !== 'complete') throw new Error(`the render ended with ${ending.kind}`);
    const own = processes().filter(
      (seen) => /(?:supervisor|server|worker)\.mjs/.test(seen.command) && seen.command.includes(product.dataFolder),
    );
    // Let what the render left behind settle: this measures rest, so here a fixed time is the thing itself.
    await sleep(QUIET_MS / 2);
    const before = own.map((seen) => cpuMs(seen.pid));
    await sleep(QUIET_MS);
    const spent = own.reduce((sum, seen, i) => sum + cpuMs(seen.pid) - (before[i] ?? 0), 0);
    const rows = own.map(
      (seen) =>
        [
          /(?:supervisor|server|worker)\.mjs/.exec(seen.command)?.[1] ?? '',
          `${rssMegabytes(seen.pid)} MB`,
          '',
        ] as const,
    );
    const total = own.reduce((sum, seen) => sum + rssMegabytes(seen.pid), 0);
    return {
      title: 'At rest',
      rows: [
        ...rows,
        ['together', `${total} MB`, 'under 350 MB'],
        ['CPU', `${((100 * spent) / QUIET_MS).toFixed(1)} % of a core`, 'under 2 %'],
      ],
    };
  } finally {
    await product.stop();
  }
}

function rssMegabytes(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
}
