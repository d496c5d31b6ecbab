import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { DEFAULT_SUBMISSION_OPTIONS } from '@/core/submission/submission';
import { renderCommand } from '@/worker/asy/command';
import { Keeper } from '@/worker/jail/keeper/keeper';
import { KeeperClient } from '@/worker/jail/keeperClient';
import { JailSlot } from '@/worker/jail/jail';
import { percentile, type Section } from './report';

/** What the jail costs over a bare run of the same program, and how long a kill takes until nothing is left. */

const SOURCE = 'size(5cm); draw((0,0)--(2,1)); label("$\\frac{a}{b}$",(0,0),SW); label("x",(2,1),NE);';
const run = promisify(execFile);

export interface BareJail {
  run(
    files: ReadonlyMap<string, Uint8Array>,
    /** Whichever of the slots; one at a time in each. */
    how?: { readonly slot?: number; readonly killAfterMs?: number },
  ): Promise<{ took: number; killTook: number }>;
  close(): Promise<void>;
}

export async function measureJail(rounds: number): Promise<Section> {
  const jail = await openJail();
  const files = new Map([['main.asy', new TextEncoder().encode(SOURCE)]]);
  const endless = new Map([['main.asy', new TextEncoder().encode('while(true);')]]);
  const [bare, jailed, kills]: [number[], number[], number[]] = [[], [], []];
  try {
    for (let i = 0; i < rounds; i += 1) {
      bare.push(await runBare());
      jailed.push((await jail.run(files)).took);
      kills.push((await jail.run(endless, { killAfterMs: 100 })).killTook);
    }
  } finally {
    await jail.close();
  }
  const [plain, inside] = [percentile(bare, 0.5), percentile(jailed, 0.5)];
  return {
    title: 'The jail',
    rows: [
      ['bare asy, p50', `${plain.toFixed(1)} ms`, ''],
      ['the same in a jail, p50', `${inside.toFixed(1)} ms`, ''],
      [
        'overhead',
        `${(inside - plain).toFixed(1)} ms, ${((100 * (inside - plain)) / plain).toFixed(1)} %`,
        'at most 3 % or 10 ms',
      ],
      ['kill to nothing left, p50', `${percentile(kills, 0.5).toFixed(1)} ms`, ''],
      ['kill to nothing left, p99', `${percentile(kills, 0.99).toFixed(1)} ms`, 'at most 100 ms'],
    ],
  };
}

async function runBare(): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'asyground-bench-'));
  writeFileSync(path.join(folder, 'main.asy'), SOURCE);
  const startedAt = performance.now();
  await run('nice', ['-n', '5', 'asy', '-noglobalread', '-f', 'svg', 'main.asy'], {
    cwd: folder,
    env: { ...process.env, HOME: folder },
  });
  const took = performance.now() - startedAt;
  rmSync(folder, { recursive: true });
  return took;
}

/** Jails of our own, without a worker or a queue around them. */
export async function openJail(count = 1): Promise<BareJail> {
  const runFolder = process.getuid?.() === 0 ? '/run/asyground/bench' : path.join(tmpdir(), 'asyground-bench-run');
  rmSync(runFolder, { recursive: true, force: true });
  mkdirSync(runFolder, { recursive: true });
  const users = process.getuid?.() === 0 ? { firstJail: 1_990_000_000, worker: { uid: 0, gid: 0 } } : undefined;
  const keeper = new Keeper({
    runFolder,
    users,
    memoryBytes: 2 ** 30,
    instance: 'bench',
    log: pino({ level: 'silent' }),
  });
  await keeper.listen();
  const client = await KeeperClient.connect(keeper.socketPath, () => undefined);
  const slots = Array.from({ length: count }, (_, i) => new JailSlot(client, i));
  for (const slot of slots) await slot.open();
  return {
    run: async (files, { slot: at = 0, killAfterMs } = {}) => {
      const slot = slots[at];
      if (slot === undefined) throw new Error(`there is no slot ${at}`);
      const { command, environment } = renderCommand({
        kind: 'render',
        files,
        main: 'main.asy',
        options: DEFAULT_SUBMISSION_OPTIONS,
      });
      const startedAt = performance.now();
      const jail = await slot.run(
        { command, environment, cpuSeconds: 30, input: false, mergeErrors: true, niceness: 5 },
        files,
      );
      jail.output.resume();
      let killedAt = Number.NaN;
      if (killAfterMs !== undefined) {
        await sleep(killAfterMs);
        killedAt = performance.now();
        jail.kill();
      }
      await jail.exited;
      const endedAt = performance.now();
      await slot.collect();
      return { took: endedAt - startedAt, killTook: endedAt - killedAt };
    },
    close: async () => {
      client.close();
      await keeper.close();
      rmSync(runFolder, { recursive: true, force: true });
    },
  };
}
