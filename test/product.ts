import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WebSocket } from 'ws';
import { AsyonlineClient } from '@/client/client';
import { webSocketTransport } from '@/client/webSocketTransport';
import { SERVICE_USER } from '@/scripts/setup/setup.mjs';

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

/** Flags for tests in which the same program must run again and again. */
export const WITHOUT_CACHE = ['--cache-memory-bytes', '0', '--cache-bytes', '0'];

const PATIENCE_MS = 60_000;

export async function startProduct(
  flags: readonly string[] = [],
  dataFolder = mkdtempSync(path.join(tmpdir(), 'asyground-test-')),
  as: 'whoever runs the tests' | 'an ordinary user' = 'whoever runs the tests',
): Promise<Product> {
  const ports = ['--port', '0', '--periodic-port', '0'];
  const program = ['dist/supervisor.mjs', ...ports, '--data-dir', dataFolder, '--log-level', 'info', ...flags];
  const { command, place } = commandOf(program, as, dataFolder);
  const [file = '', ...args] = command;
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  let printed = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const address = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`the product did not start:\n${printed}`)), PATIENCE_MS);
    const hear = (chunk: Buffer) => {
      printed += chunk.toString();
      const found = /Admin page: .*\n/.test(printed) ? /Asyground is at (\S+)/.exec(printed)?.[1] : undefined;
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
    adminToken: readAdminToken(dataFolder, flags),
    log: () => printed,
    exited,
    client: () => clientOf(address),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      for (const folder of [dataFolder, place])
        if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Not printed where nobody looks. */
function readAdminToken(dataFolder: string, flags: readonly string[]): string {
  if (flags.includes('--admin-token')) return flags[flags.indexOf('--admin-token') + 1] ?? '';
  const file = path.join(dataFolder, 'admin-token');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
}

/** The project is mounted where everybody may go, as scripts/as-root does, but everything runs as the service user. */
const AS_ORDINARY_USER = `
  place=$1; shift; mount --bind "$PWD" "$place" && cd "$place" &&
  exec setpriv --reuid ${SERVICE_USER} --regid ${SERVICE_USER} --clear-groups node "$@"
`;

function commandOf(program: readonly string[], as: string, dataFolder: string): { command: string[]; place?: string } {
  if (process.getuid?.() !== 0) return { command: ['node', ...program] };
  const unshared = ['unshare', '--mount', '--propagation', 'slave', '--', 'sh'];
  if (as === 'whoever runs the tests') return { command: [...unshared, 'scripts/as-root', ...program] };
  const place = mkdtempSync(path.join(tmpdir(), 'asyground-app-'));
  chmodSync(place, 0o755);
  execFileSync('chown', [SERVICE_USER, dataFolder]);
  return { command: [...unshared, '-c', AS_ORDINARY_USER, 'sh', place, ...program], place };
}

function clientOf(url: string): AsyonlineClient {
  return new AsyonlineClient({ url: url.replace(/^http/, 'ws'), transport: webSocketTransport(WebSocket) });
}
