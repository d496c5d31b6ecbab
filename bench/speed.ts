import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { AdminClient } from '@/test/admin';
import { startProduct, WITHOUT_CACHE, type Product } from '@/test/product';
import { RawSocket } from '@/test/socket';
import { until } from '@/test/until';
import { runBare } from './bare';
import { allFigures, FINE_SCENE, grown, REFERENCE, SCENE, shadedFigures, type Figure } from './figures';
import type { Bar } from './chart';
import { percentile, type Section } from './report';

/**
 * A picture through the product against a cold `asy` of the same figure in the same run, turn by turn, so that noise
 * meets both: from `start` sent to `result` received over the real socket.
 */

const TARGETS: Readonly<Record<string, number>> = { paths: 0.12, labels: 0.12, graph: 0.15 };
/** A cold asy draws in space on it. */
const DISPLAY = ':87';
/** No two submissions are the same, or the cache would answer. */
let serial = 0;

interface Pair {
  readonly bare: number[];
  readonly ours: number[];
  bareCpu: number;
  ourCpu: number;
}

export async function measureSpeed(rounds: number, isQuick: boolean): Promise<Section> {
  const product = await startProduct([
    '--backends',
    '2',
    '--log-level',
    'warn',
    '--self-check-every',
    '0',
    ...WITHOUT_CACHE,
  ]);
  const admin = await AdminClient.signIn(product, product.adminToken);
  const rows: [string, string, string][] = [];
  const bars: Bar[] = [];
  try {
    const figures = isQuick ? Object.values(REFERENCE) : allFigures();
    const cpuRatios: number[] = [];
    for (const figure of figures) {
      const pair = await measure(product, admin, figure, 'svg', rounds);
      cpuRatios.push(pair.ourCpu / pair.bareCpu);
      const target = TARGETS[figure.name];
      bars.push({ label: figure.name, value: ratio(pair) });
      rows.push([`svg: ${figure.name}`, words(pair), target === undefined ? '' : `at most ${target}`]);
    }
    rows.push(['CPU a render, mean over the figures', ratioText(mean(cpuRatios)), 'at most 0.35']);
    for (const format of isQuick ? [] : ['pdf', 'png']) {
      const ratios: number[] = [];
      for (const figure of figures)
        ratios.push(ratio(await measure(product, admin, figure, format, Math.ceil(rounds / 2))));
      rows.push([`${format}: mean over the figures`, ratioText(mean(ratios)), 'at most 0.30']);
    }
    rows.push(...(await measureEdges(product, admin, Math.ceil(rounds / 2))));
    for (const labels of isQuick ? [] : [10, 50, 200])
      rows.push([
        `svg: ${labels} labels`,
        words(await measure(product, admin, grown(labels), 'svg', Math.ceil(rounds / 2))),
        '',
      ]);
  } finally {
    admin.close();
    await product.stop();
  }
  rows.push(await measureRepeated(rounds));
  return {
    title: 'Speed: the product by a cold asy, interleaved',
    rows,
    chart: { bars, unit: 'of the time of a cold asy' },
  };
}

/** In space, on a display that both find ready; and what asy makes a pdf of on the way to svg. */
async function measureEdges(product: Product, admin: AdminClient, rounds: number): Promise<[string, string, string][]> {
  const screen = ['-screen', '0', '2048x2048x24', '-nolisten', 'tcp'];
  const display = spawn('Xvfb', [DISPLAY, ...screen], { stdio: 'ignore' });
  const rows: [string, string, string][] = [];
  try {
    for (const [format, figure, target] of [
      ['html', SCENE, 0.4],
      ['png', SCENE, 0.6],
      ['png', FINE_SCENE, 0.6],
    ] as const)
      rows.push([
        `${format}: ${figure.name}`,
        words(await measure(product, admin, figure, format, rounds, DISPLAY)),
        `at most ${target}`,
      ]);
    for (const figure of shadedFigures())
      rows.push([`svg: ${figure.name}`, words(await measure(product, admin, figure, 'svg', rounds)), 'at most 0.6']);
  } finally {
    display.kill();
  }
  return rows;
}

async function measure(
  product: Product,
  admin: AdminClient,
  figure: Figure,
  format: string,
  rounds: number,
  display?: string,
): Promise<Pair> {
  const pair: Pair = { bare: [], ours: [], bareCpu: 0, ourCpu: 0 };
  for (let i = 0; i < rounds; i += 1) {
    const bare = await runBare(figure, format, display);
    pair.bare.push(bare.milliseconds);
    pair.bareCpu += bare.cpuMs;
    pair.ours.push(await runOurs(product, fresh(figure), format));
    pair.ourCpu += await lastCpu(admin);
    // The next jail warms up while nobody waits: that is how an idle server is met.
    await sleep(150);
  }
  return pair;
}

/** The same submission again: nothing has to be drawn. */
async function measureRepeated(rounds: number): Promise<[string, string, string]> {
  const product = await startProduct(['--backends', '2', '--log-level', 'warn']);
  const figure = fresh(REFERENCE.labels);
  const [bare, ours]: [number[], number[]] = [[], []];
  try {
    await runOurs(product, figure, 'svg');
    for (let i = 0; i < rounds; i += 1) {
      bare.push((await runBare(figure, 'svg')).milliseconds);
      ours.push(await runOurs(product, figure, 'svg'));
    }
  } finally {
    await product.stop();
  }
  return ['svg: labels, submitted again', words({ bare, ours, bareCpu: 0, ourCpu: 0 }), 'at most 0.05'];
}

async function runOurs(product: Product, figure: Figure, format: string): Promise<number> {
  const socket = await RawSocket.open(product);
  socket.add('main.asy', figure.code).send('options', { format, render: figure.render });
  const startedAt = performance.now();
  socket.send('start', { main: 'main.asy' });
  await socket.wait('result');
  const took = performance.now() - startedAt;
  await socket.closed();
  return took;
}

let seen = '';
/** CPU of the task that ended last, as the jail's own group counted it. */
async function lastCpu(admin: AdminClient): Promise<number> {
  const newest = () =>
    Object.entries((admin.see('ended') ?? {}) as Record<string, { cpuMs?: number }>)
      .sort(([a], [b]) => (a < b ? 1 : -1))
      .at(0);
  await until('the task is listed', () => newest()?.[0] !== seen && newest() !== undefined);
  seen = newest()?.[0] ?? '';
  return newest()?.[1].cpuMs ?? Number.NaN;
}

function fresh(figure: Figure): Figure {
  serial += 1;
  return { ...figure, code: `${figure.code}\n// ${serial}\n` };
}

function ratio({ bare, ours }: Pick<Pair, 'bare' | 'ours'>): number {
  return percentile(ours, 0.5) / percentile(bare, 0.5);
}

function words(pair: Pair): string {
  const { bare, ours } = pair;
  const at = (values: number[], part: number) => percentile(values, part).toFixed(0);
  return `${ratioText(ratio(pair))} (p50 ${at(ours, 0.5)} of ${at(bare, 0.5)} ms, p95 ${at(ours, 0.95)} of ${at(bare, 0.95)} ms)`;
}

function ratioText(value: number): string {
  return value.toFixed(3);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
