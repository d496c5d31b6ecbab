import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { instanceOf } from '@/platform/dataFolder';
import { processes, processesWith } from './processes';
import type { Product } from './product';

/**
 * Random kills under load (docs/queue.md, 8 and 11): clients render one figure after another while worker, front and
 * Redis are killed at random. Every render must end, in one of the ways that are allowed; none may run twice at a time.
 */

export interface KillReport {
  readonly kills: number;
  readonly renders: number;
  /** How renders ended, by kind and error. */
  readonly endings: ReadonlyMap<string, number>;
  /** Renders that had not ended long after the last kill. */
  readonly stuck: number;
  /** Main files that were seen in two jails at the same moment. */
  readonly doubles: readonly string[];
  /** From a kill to the end of a render that began after it, unless the next kill came first. */
  readonly backAfterMs: readonly { readonly target: string; readonly milliseconds: number }[];
}

/** The front less often: it takes its clients with it, and they are what the others are tested with. */
const TARGETS = ['worker.mjs', 'worker.mjs', 'redis-server', 'redis-server', 'server.mjs'];
const CLIENTS = 3;
const PATIENCE_MS = 60_000;

export async function killAtRandom(product: Product, kills: number, random: () => number): Promise<KillReport> {
  const endings = new Map<string, number>();
  const doubles = new Set<string>();
  let [renders, open, over] = [0, 0, false];
  const watch = setInterval(() => twice().forEach((name) => doubles.add(name)), 50);

  const client = async (number: number) => {
    while (!over) {
      renders += 1;
      open += 1;
      const main = `kill-${number}-${renders}.asy`;
      const source =
        random() < 0.3
          ? 'real t = cputime().parent.clock; while (cputime().parent.clock < t + 0.4); draw((0,0)--(9,9));'
          : 'draw((0,0)--(9,9));';
      const { ending, output } = await product
        .client()
        .render({ files: { [main]: source }, main, options: { durationSeconds: 10 } }).finished;
      // With the default options both streams come as one.
      const said = Buffer.from(output.stdout).toString();
      const words = 'error' in ending && ending.error ? wordsOf(ending.kind, ending.error, said) : ending.kind;
      endings.set(words, (endings.get(words) ?? 0) + 1);
      open -= 1;
      // Without front or Redis everybody is refused at once; hammering proves nothing.
      if (ending.kind !== 'complete') await sleep(100);
    }
  };
  let killed = 0;
  const backAfterMs: { target: string; milliseconds: number }[] = [];
  const probe = async (target: string) => {
    const [own, killedAt] = [(killed += 1), performance.now()];
    while (!over && own === killed) {
      const main = `probe-${own}.asy`;
      const { ending } = await product.client().render({ files: { [main]: 'draw((0,0)--(9,9));' }, main }).finished;
      if (own !== killed) return;
      if (ending.kind === 'complete' && ending.error === undefined)
        return void backAfterMs.push({ target, milliseconds: performance.now() - killedAt });
      await sleep(50);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, i) => client(i));
  for (let i = 0; i < kills; i += 1) {
    await sleep(100 + random() * 2000);
    const target = TARGETS[Math.floor(random() * TARGETS.length)] ?? '';
    if (!kill(product, target)) continue;
    const back = probe(target);
    // Every other time the next kill waits until there is service again; else it may come in the middle of that.
    if (random() < 0.5) await Promise.race([back, pause(PATIENCE_MS)]);
  }
  over = true;
  await Promise.race([Promise.all(clients), pause(PATIENCE_MS)]);
  clearInterval(watch);
  return { kills, renders, endings, stuck: open, doubles: [...doubles], backAfterMs };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds).unref());

/** What a program had said is told only with its own failure: that would be ours. */
function wordsOf(kind: string, error: string, said: string): string {
  return error === 'Execution failed' ? `${kind}: ${error}, and had said: ${said}` : `${kind}: ${error}`;
}

function kill(product: Product, target: string): boolean {
  const instance = instanceOf(statSync(product.dataFolder));
  const found = processes().find(
    (seen) =>
      seen.command.includes(target) && (seen.command.includes(product.dataFolder) || seen.command.includes(instance)),
  );
  if (found) process.kill(found.pid, 'SIGKILL');
  return found !== undefined;
}

/** Main files of this test that are in more than one jail. A jail is two processes of bubblewrap, for a moment three. */
function twice(): string[] {
  const jails = new Map<string, number>();
  // Each has a name of its own, so none of them runs in a jail that waited.
  for (const { command } of processesWith('.asy')) {
    const name = command.startsWith('bwrap ') ? /kill-\d+-\d+\.asy/.exec(command)?.[0] : undefined;
    if (name !== undefined) jails.set(name, (jails.get(name) ?? 0) + 1);
  }
  return [...jails].filter(([, count]) => count > 3).map(([name]) => name);
}
