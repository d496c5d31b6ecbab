import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { Keeper } from '@/worker/jail/keeper/keeper';
import { JailSlot, type Jail } from '@/worker/jail/jail';
import { KeeperClient } from '@/worker/jail/keeperClient';

/** A keeper with slots of its own, without a worker or a queue around them. */

export interface Jails {
  readonly keeper: Keeper;
  readonly client: KeeperClient;
  readonly slots: readonly JailSlot[];
  readonly instance: string;
  readonly runFolder: string;
  close(): Promise<void>;
}

/** User ids that no product of a test is given. */
const FIRST_USER = 1_970_000_000;

export async function openJails(count: number, memoryBytes = 2 ** 30): Promise<Jails> {
  const isRoot = process.getuid?.() === 0;
  const parent = isRoot ? '/run/asyground' : tmpdir();
  mkdirSync(parent, { recursive: true });
  const runFolder = mkdtempSync(path.join(parent, 'jails-'));
  // The jails' own users go through it.
  chmodSync(runFolder, 0o755);
  const instance = path.basename(runFolder);
  const keeper = new Keeper({
    runFolder,
    users: isRoot ? { firstJail: FIRST_USER, worker: { uid: 0, gid: 0 } } : undefined,
    memoryBytes,
    instance,
    log: pino({ level: 'silent' }),
  });
  await keeper.listen();
  const client = await KeeperClient.connect(keeper.socketPath, () => undefined);
  const slots = Array.from({ length: count }, (_, number) => new JailSlot(client, number));
  await Promise.all(slots.map((slot) => slot.open()));
  return {
    keeper,
    client,
    slots,
    instance,
    runFolder,
    close: async () => {
      client.close();
      await keeper.close();
      rmSync(runFolder, { recursive: true, force: true });
    },
  };
}

/** Runs a shell script in a slot; what it prints is kept by whoever reads `output`. */
export function runScript(slot: JailSlot, script: string, cpuSeconds = 60, address?: string): Promise<Jail> {
  const command = ['/bin/sh', '-c', script];
  const request = { command, environment: {}, cpuSeconds, input: false, mergeErrors: true, niceness: 5, address };
  return slot.run(request, []);
}
