import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { EDGE_LIMITS, OUTPUT_LIMITS, RESTORE_LIMITS, STREAM_LIMITS } from '@/core/limits';
import { PERIODIC_LIMITS } from '@/core/periodic/limits';
import { CACHE_LIMITS } from '@/core/render/limits';
import { Residents, type Role } from '@/test/memory';
import { periodicAddress } from '@/test/periodicClient';
import { startProduct, type Product } from '@/test/product';
import { RawSocket } from '@/test/socket';
import { KINDS } from './hostility/kinds';
import { percentile, type Section } from './report';

/**
 * What one anonymous client can do to another: for each kind of hostility a product of its own, in which somebody at
 * another address renders a plain figure again and again, before and meanwhile.
 */

const VICTIM = '127.0.0.2';
const PRC_TOKEN = 'bench-token';
const MIB = 2 ** 20;
/** Somebody who types and looks. */
const PAUSE_MS = 150;
const PROBE_MS = 50;
const PATIENCE_MS = 30_000;

const MAX_RATIO = 3;
const MAX_HEALTH_MS = 250;
/** REDIS_MEMORY_MB, unless an operator says otherwise. */
const REDIS_BYTES = 512 * MIB;
/** What limits let each process hold beyond twice its size at rest. */
const ALLOWED_BYTES: Readonly<Record<Role, number>> = {
  front: STREAM_LIMITS.maxHeldBytes + EDGE_LIMITS.unfinishedBytes + CACHE_LIMITS.memoryBytes,
  worker: STREAM_LIMITS.maxUnsentBytes + OUTPUT_LIMITS.maxResultsBytes,
  redis: RESTORE_LIMITS.maxStoreBytes + PERIODIC_LIMITS.redisShare * REDIS_BYTES,
};
const TARGET = `at most ${MAX_RATIO} x, ${MAX_HEALTH_MS} ms, twice its size and its limits`;

export interface Suffered {
  readonly kind: string;
  /** What the attacker tried. */
  readonly acts: number;
  /** Milliseconds of the victim's renders. */
  readonly before: readonly number[];
  readonly during: readonly number[];
  readonly failed: number;
  readonly worstHealthMs: number;
  readonly rest: Readonly<Record<Role, number>>;
  readonly most: Readonly<Record<Role, number>>;
}

/** `only`: the kinds with this in their name. */
export async function measureHostile(seconds: number, only = ''): Promise<Section> {
  const rows: Section['rows'][number][] = [];
  for (const kind of Object.keys(KINDS).filter((name) => name.includes(only))) {
    console.log(`  ${kind}`);
    rows.push(describe(await suffer(kind, seconds)));
  }
  return { title: `One hostile client, ${seconds} s of each kind`, rows };
}

export async function suffer(kind: string, seconds: number): Promise<Suffered> {
  const flags = ['--prc-token', PRC_TOKEN, '--log-level', 'warn'];
  const product = await startProduct(flags);
  try {
    const residents = new Residents(product);
    const before: number[] = [];
    await renderPlain(product);
    // The first page of a process loads what makes pages; that is nobody's hostility.
    await (await fetch(product.url)).text();
    for (let i = 0; i < 10; i += 1) before.push((await renderPlain(product)) ?? Number.NaN);
    const rest = residents.now();
    const attack = startAttack(product, kind, seconds);
    await attack.begun;
    const watching = watch(product, residents, () => attack.isOver);
    const during: number[] = [];
    let failed = 0;
    while (!attack.isOver) {
      const took = await renderPlain(product);
      if (took === undefined) failed += 1;
      else during.push(took);
    }
    const { most, worstHealthMs } = await watching;
    return { kind, acts: await attack.acts, before, during, failed, worstHealthMs, rest, most };
  } finally {
    await product.stop();
  }
}

export function ratioOf({ before, during }: Suffered): number {
  return during.length === 0 ? Infinity : percentile(during, 0.5) / percentile(before, 0.5);
}

function describe(suffered: Suffered): Section['rows'][number] {
  const { kind, acts, before, during, failed, worstHealthMs, rest, most } = suffered;
  const ratio = ratioOf(suffered);
  const wrong = [
    ...(ratio > MAX_RATIO ? ['render'] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(worstHealthMs > MAX_HEALTH_MS ? ['/healthz'] : []),
    ...ROLES.filter((role) => most[role] > 2 * rest[role] + ALLOWED_BYTES[role]),
  ];
  const [usual, now] = [percentile(before, 0.5), percentile(during, 0.5)].map((value) => value.toFixed(0));
  const sizes = ROLES.map((role) => `${role} ${megabytes(rest[role])} to ${megabytes(most[role])} MB`);
  const measured = [
    `${acts} tries`,
    `render ${usual} to ${now} ms (${ratio.toFixed(1)} x)`,
    `/healthz ${worstHealthMs.toFixed(0)} ms`,
    ...sizes,
    ...(wrong.length > 0 ? [`beyond: ${wrong.join(', ')}`] : []),
  ];
  return [kind, measured.join('; '), TARGET];
}

const ROLES = Object.keys(ALLOWED_BYTES) as Role[];
const megabytes = (bytes: number) => Math.round(bytes / MIB);

/** Undefined: it came to no good end. */
async function renderPlain(product: Product): Promise<number | undefined> {
  await pause(PAUSE_MS);
  const startedAt = performance.now();
  const late = setTimeout(() => socket?.socket.terminate(), PATIENCE_MS);
  let socket: RawSocket | undefined;
  try {
    socket = await RawSocket.open(product, 'asyonline.asy', '/asy', {}, VICTIM);
    socket.add('main.asy', `size(5cm); draw(unitcircle); dot((0,0)); // ${Math.random()}`);
    socket.send('start', { main: 'main.asy' });
    await socket.wait('result');
    return performance.now() - startedAt;
  } catch {
    return undefined;
  } finally {
    clearTimeout(late);
    socket?.socket.terminate();
  }
}

function startAttack(product: Product, kind: string, seconds: number) {
  const target = JSON.stringify({
    url: product.url,
    periodic: periodicAddress(product.log()),
    prcToken: PRC_TOKEN,
  });
  const args = ['--import', 'tsx', 'bench/hostility/main.ts', kind, String(seconds), target];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
    begin();
  });
  const attack = { isOver: false, begun, acts: Promise.resolve(0) };
  attack.acts = new Promise<number>((resolve) =>
    child.once('exit', () => {
      attack.isOver = true;
      begin();
      resolve(Number(printed.trim().split('\n').at(-1)));
    }),
  );
  return attack;
}

async function watch(product: Product, residents: Residents, isOver: () => boolean) {
  let worstHealthMs = 0;
  const most = residents.now();
  while (!isOver()) {
    worstHealthMs = Math.max(worstHealthMs, await askHealth(product));
    const now = residents.now();
    for (const role of ROLES) most[role] = Math.max(most[role], now[role]);
    await pause(PROBE_MS);
  }
  return { most, worstHealthMs };
}

function askHealth(product: Product): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const options = { localAddress: VICTIM, agent: false, timeout: PATIENCE_MS } as const;
    const asking = request(`${product.url}/healthz`, options, (answer) => {
      answer.resume();
      answer.once('close', () => resolve(answer.statusCode === 200 ? performance.now() - startedAt : Infinity));
    });
    asking.on('timeout', () => asking.destroy());
    asking.on('error', () => resolve(Infinity));
    asking.end();
  });
}
