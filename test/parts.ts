import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from './until';

/** Parts of the product that run apart, as on several machines, around one Redis. */

export interface RunningPart {
  readonly process: ChildProcess;
  readonly log: () => string;
  /** By SIGTERM unless told otherwise; resolves when it is gone. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** `lead` stands before the command: `ip netns exec NAME`, say. */
export function startPartAlone(flags: readonly string[], lead: readonly string[] = []): RunningPart {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'asyground-part-'));
  const program = ['dist/supervisor.mjs', '--data-dir', dataFolder, ...flags];
  const own =
    process.getuid?.() === 0
      ? ['unshare', '--mount', '--propagation', 'slave', '--', 'sh', 'scripts/as-root']
      : ['node'];
  const [file = '', ...args] = [...lead, ...own, ...program];
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    process: child,
    log: () => printed,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await exited;
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

export interface RunningRedis {
  readonly url: string;
  stop(): void;
}

export async function startRedis(host = '127.0.0.1', options: readonly string[] = []): Promise<RunningRedis> {
  const port = await freePort(host);
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', host, '--protected-mode', 'no', '--save', '', ...options],
    { stdio: 'ignore' },
  );
  await until('redis answers', () => canConnect(port, host));
  return { url: `redis://${host}:${port}`, stop: () => child.kill('SIGKILL') };
}

export async function freePort(host = '127.0.0.1'): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function canConnect(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, host);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
