import { mkdirSync, rmSync } from 'node:fs';
import { pino } from 'pino';
import { Keeper } from '@/worker/jail/keeper/keeper';
import { KeeperClient } from '@/worker/jail/keeperClient';
import { JailSlot } from '@/worker/jail/jail';
import { renderCommand } from '@/worker/asy/command';
import { DEFAULT_SUBMISSION_OPTIONS } from '@/core/submission';
import { startProduct } from '@/test/product';
import { RawSocket } from '@/test/socket';
import { percentile, type Section } from './report';

/**
 * What the way through the product adds to a bare spawn of the same jail: from `start` sent to `complete` received,
 * less the same program started and waited for in a jail by hand. Interleaved, so that noise meets both.
 */

const SOURCE = 'write("x");';

export async function measureWay(rounds: number): Promise<Section> {
  const bare = await bareJail();
  const product = await startProduct(['--backends', '2', '--log-level', 'warn']);
  const [jailed, through]: [number[], number[]] = [[], []];
  try {
    for (let i = 0; i < rounds; i += 1) {
      jailed.push(await bare.run());
      const socket = await RawSocket.open(product);
      socket.add('main.asy', SOURCE);
      const startedAt = performance.now();
      socket.send('start', { main: 'main.asy' });
      await socket.wait('complete');
      through.push(performance.now() - startedAt);
      await socket.closed();
    }
  } finally {
    await product.stop();
    await bare.close();
  }
  const added = percentile(through, 0.5) - percentile(jailed, 0.5);
  return {
    title: 'The way through the product',
    rows: [
      ['bare jail, p50', `${percentile(jailed, 0.5).toFixed(1)} ms`, ''],
      ['through the product, p50', `${percentile(through, 0.5).toFixed(1)} ms`, ''],
      ['through the product, p95', `${percentile(through, 0.95).toFixed(1)} ms`, ''],
      ['added, p50', `${added.toFixed(1)} ms`, 'at most 15 ms'],
    ],
  };
}

async function bareJail(): Promise<{ run: () => Promise<number>; close: () => Promise<void> }> {
  const runFolder = '/run/asyground/bench';
  rmSync(runFolder, { recursive: true, force: true });
  mkdirSync(runFolder, { recursive: true });
  const isRoot = process.getuid?.() === 0;
  const users = isRoot ? { firstJail: 1_990_000_000, worker: { uid: 0, gid: 0 } } : undefined;
  const keeper = new Keeper({
    runFolder,
    users,
    memoryBytes: 2 ** 30,
    instance: 'bench',
    log: pino({ level: 'silent' }),
  });
  await keeper.listen();
  const client = await KeeperClient.connect(keeper.socketPath, () => undefined);
  const slot = new JailSlot(client, 0);
  await slot.open();
  const files = new Map([['main.asy', new TextEncoder().encode(SOURCE)]]);
  const { command, environment } = renderCommand({
    kind: 'render',
    files,
    main: 'main.asy',
    options: DEFAULT_SUBMISSION_OPTIONS,
  });
  return {
    run: async () => {
      const startedAt = performance.now();
      const jail = await slot.run(
        { command, environment, cpuSeconds: 5, input: false, mergeErrors: true, niceness: 5 },
        files,
      );
      jail.output.resume();
      await jail.exited;
      const took = performance.now() - startedAt;
      await slot.collect();
      return took;
    },
    close: async () => {
      client.close();
      await keeper.close();
      rmSync(runFolder, { recursive: true, force: true });
    },
  };
}
