import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProduct, WITHOUT_CACHE } from '@/test/product';
import { processes } from '@/test/processes';
import { runBare } from './bare';
import { allFigures, type Figure } from './figures';
import { openJail } from './jail';
import { percentile, type Section } from './report';

/** How much gets done with all backends busy, against bare `asy` on the same cores; and how that grows with clients. */

const CORES = 2;
let serial = 0;

export async function measureThroughput(seconds: number): Promise<Section> {
  const figures = allFigures();
  const bare = await during(seconds, CORES, async (i) => {
    await runBare(at(figures, i), 'svg');
  });
  const jailed = await inBareJails(seconds, figures);
  const product = await startProduct([
    '--backends',
    String(CORES),
    '--log-level',
    'warn',
    '--self-check-every',
    '0',
    ...WITHOUT_CACHE,
  ]);
  const rows: [string, string, string][] = [
    [`bare asy, ${CORES} at a time`, perSecond(bare.done, seconds), ''],
    [`asy in the same jail, ${CORES} at a time`, perSecond(jailed.done, seconds), ''],
  ];
  try {
    for (const clients of [1, 2, 4, 8]) {
      const client = product.client();
      const ours = await during(seconds, clients, async (i) => {
        serial += 1;
        const files = { 'main.asy': `${at(figures, i).code}\n// ${serial}\n` };
        const { ending } = await client.render({ files, main: 'main.asy' }).finished;
        if (ending.kind !== 'complete') throw new Error(`a render ended with ${ending.kind}`);
      });
      const share = ours.done / bare.done;
      const latency = `p50 ${percentile(ours.times, 0.5).toFixed(0)} ms, p95 ${percentile(ours.times, 0.95).toFixed(0)} ms`;
      const target = clients === 4 ? 'at least 3 x' : '';
      if (clients === 4) {
        const ofJailed = `${((100 * ours.done) / jailed.done).toFixed(0)} %`;
        rows.push([`${clients} clients, of what asy does in the same jail`, ofJailed, 'at least 95 %']);
      }
      rows.push([`${clients} clients`, `${share.toFixed(2)} x (${perSecond(ours.done, seconds)}, ${latency})`, target]);
    }
    rows.push([
      'memory of waiting jails',
      `${await waitingMegabytes()} MB for ${CORES} backends`,
      'at most 300 MB a backend',
    ]);
  } finally {
    await product.stop();
  }
  return { title: 'Throughput', rows };
}

/** Nothing around the jails: no queue, no sockets, nothing prepared. */
async function inBareJails(seconds: number, figures: readonly Figure[]) {
  const jail = await openJail(CORES);
  const free = Array.from({ length: CORES }, (_, slot) => slot);
  try {
    return await during(seconds, CORES, async (i) => {
      const slot = free.pop();
      if (slot === undefined) throw new Error('no slot is free');
      await jail.run(new Map([['main.asy', new TextEncoder().encode(at(figures, i).code)]]), { slot });
      free.push(slot);
    });
  } finally {
    await jail.close();
  }
}

/** So many at a time, one after the other, for so long; one that is under way at the end is waited for but not counted. */
async function during(seconds: number, lanes: number, job: (i: number) => Promise<void>) {
  const endsAt = performance.now() + seconds * 1000;
  const times: number[] = [];
  let [next, done] = [0, 0];
  const lane = async () => {
    while (performance.now() < endsAt) {
      const startedAt = performance.now();
      next += 1;
      await job(next);
      if (performance.now() > endsAt) return;
      done += 1;
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { done, times };
}

/** Jails run as users of their own, from this one on (as root; others see nothing here). */
const FIRST_JAIL_UID = 1_900_000_000;

/** What the programs that wait in jails add: memory that several share is divided among them. */
async function waitingMegabytes(): Promise<number> {
  // The pool fills up when nobody waits.
  await sleep(5000);
  const jailed = processes().filter(({ pid }) => uidOf(pid) >= FIRST_JAIL_UID);
  return Math.round(jailed.reduce((sum, { pid }) => sum + sharedKilobytes(pid), 0) / 1024);
}

function uidOf(pid: number): number {
  return Number(/^Uid:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] ?? 0);
}

function sharedKilobytes(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0);
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function at(figures: readonly Figure[], i: number): Figure {
  const figure = figures[i % figures.length];
  if (!figure) throw new Error('there are no figures');
  return figure;
}

function perSecond(done: number, seconds: number): string {
  return `${(done / seconds).toFixed(2)} a second`;
}
