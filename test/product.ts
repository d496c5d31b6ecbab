import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WebSocket } from 'ws';
import { AsyonlineClient } from '@/client/client';
import { webSocketTransport } from '@/client/webSocketTransport';

/** The whole product as a person starts it, on a free port with a data folder of its own. */

export interface Product {
  readonly url: string;
  readonly dataFolder: string;
  readonly supervisorPid: number;
  readonly adminToken: string;
  /** Everything it has printed. */
  readonly log: () => string;
  readonly exited: Promise<number | null>;
  client(): AsyonlineClient;
  stop(): Promise<void>;
}

const PATIENCE_MILLISECONDS = 60_000;

export async function startProduct(
  flags: readonly string[] = [],
  dataFolder = mkdtempSync(path.join(tmpdir(), 'asyground-test-')),
): Promise<Product> {
  const program = ['dist/supervisor.mjs', '--port', '0', '--data-dir', dataFolder, '--log-level', 'info', ...flags];
  const command =
    process.getuid?.() === 0
      ? ['unshare', '--mount', '--propagation', 'slave', '--', 'sh', 'scripts/as-root', ...program]
      : ['node', ...program];
  const [file = '', ...args] = command;
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  let printed = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const address = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`the product did not start:\n${printed}`)), PATIENCE_MILLISECONDS);
    const hear = (chunk: Buffer) => {
      printed += chunk.toString();
      const found = /Asyground is at (\S+)[^]*token: (\S+)/.exec(printed)?.[1];
      if (found === undefined) return;
      clearTimeout(late);
      resolve(found);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    void exited.then((code) => {
      clearTimeout(late);
      reject(new Error(`the product ended with ${code}:\n${printed}`));
    });
  });
  return {
    url: address,
    dataFolder,
    supervisorPid: child.pid ?? 0,
    adminToken: /token: (\S+)/.exec(printed)?.[1] ?? '',
    log: () => printed,
    exited,
    client: () => clientOf(address),
    stop: () => stop(child, exited, dataFolder),
  };
}

export function clientOf(url: string): AsyonlineClient {
  return new AsyonlineClient({ url: url.replace(/^http/, 'ws'), transport: webSocketTransport(WebSocket) });
}

async function stop(child: ChildProcess, exited: Promise<unknown>, dataFolder: string): Promise<void> {
  child.kill('SIGTERM');
  await exited;
  rmSync(dataFolder, { recursive: true, force: true });
}
