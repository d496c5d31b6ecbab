import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { BACKUP_LIMITS } from '@/core/limits';
import { redisAnswers } from '../redis/embedded';
import { readAddress } from '../redis/address';
import { KEYS, PREFIX } from '../redis/keys';
import { redisOptions } from '../redis/connect';

/**
 * Everything that Redis holds, as it was in one moment: Redis' own snapshot, which a replica would get. To put it back,
 * a Redis of our own loads it, and each key is copied from there: so the Redis it goes to may be any, and need not stop.
 */

export const SNAPSHOT_FILE = 'redis.rdb';

export async function takeSnapshot(url: string, file: string): Promise<void> {
  const { args, environment } = await clientArguments(url);
  await runProgram('redis-cli', [...args, '--rdb', file], environment);
}

/** With sentinels, of the server that they call the master now. */
async function clientArguments(url: string): Promise<{ args: string[]; environment: Record<string, string> }> {
  const address = readAddress(url);
  if (!address.ok) throw new Error(address.failure.message);
  const { path: socket, username, password, tls, db } = address.value;
  const environment: Record<string, string> = password === undefined ? {} : { REDISCLI_AUTH: password };
  const user = username === undefined ? [] : ['--user', username];
  if (socket !== undefined) return { args: ['-s', socket], environment };
  const ca = new URLSearchParams(url.split('?', 2)[1]).get('ca');
  const secure = tls === undefined ? [] : ['--tls', ...(ca === null ? [] : ['--cacert', ca])];
  const { host, port } = await masterOf(url);
  return { args: ['-h', host, '-p', String(port), ...user, ...secure, ...(db ? ['-n', String(db)] : [])], environment };
}

async function masterOf(url: string): Promise<{ host: string; port: number }> {
  const redis = new Redis(redisOptions(url));
  try {
    await redis.ping();
    const { remoteAddress = '', remotePort = 0 } = redis.stream as { remoteAddress?: string; remotePort?: number };
    return { host: remoteAddress, port: remotePort };
  } finally {
    redis.disconnect();
  }
}

/** A private Redis with what a snapshot holds, for as long as `use` takes. */
export async function withSnapshot<T>(file: string, db: number, use: (source: Redis) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'asyground-restore-'));
  const socket = path.join(folder, 'redis.sock');
  const options = { port: '0', unixsocket: socket, dir: path.dirname(file), dbfilename: path.basename(file), save: '' };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const server = spawn('redis-server', [...args, '--appendonly', 'no'], { stdio: 'ignore', env: programEnvironment() });
  const ended = new Promise<never>((_, reject) => {
    server.once('error', reject);
    server.once('close', () => reject(new Error('its redis.rdb cannot be read')));
  });
  try {
    await Promise.race([redisAnswers(socket, AbortSignal.timeout(BACKUP_LIMITS.loadSeconds * 1000)), ended]);
    const source = new Redis({ path: socket, db });
    try {
      return await Promise.race([use(source), ended]);
    } finally {
      source.disconnect();
    }
  } finally {
    server.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

/** Who is there now is not what was kept. */
const isKept = (key: string) => key !== KEYS.present && !key.startsWith(KEYS.presence('')) && key !== KEYS.restoring;

export async function clearKeys(target: Redis): Promise<void> {
  for await (const keys of scan(target)) if (keys.length > 0) await target.unlink(...keys);
}

/** How many. */
export async function copyKeys(source: Redis, target: Redis): Promise<number> {
  let copied = 0;
  for await (const keys of scan(source)) {
    const dumped = source.pipeline();
    for (const key of keys) dumped.dumpBuffer(key).pttl(key);
    const answers = (await dumped.exec()) ?? [];
    const restored = target.pipeline();
    keys.forEach((key, i) => {
      const [bytes, milliseconds] = [answers[2 * i]?.[1], Number(answers[2 * i + 1]?.[1])];
      // One that ran out meanwhile is not there.
      if (!Buffer.isBuffer(bytes)) return;
      restored.restore(key, Math.max(0, milliseconds), bytes, 'REPLACE');
      copied += 1;
    });
    for (const [error] of (await restored.exec()) ?? []) if (error) throw error;
  }
  return copied;
}

async function* scan(redis: Redis): AsyncIterable<string[]> {
  let cursor = '0';
  do {
    const [next, keys] = await redis.scan(cursor, 'MATCH', `${PREFIX}:*`, 'COUNT', BACKUP_LIMITS.keysAtATime);
    cursor = next;
    yield keys.filter(isKept);
  } while (cursor !== '0');
}

function runProgram(file: string, args: readonly string[], environment: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'], env: programEnvironment(environment) });
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-1000)));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${file} failed: ${said.trim().split('\n').at(-1)}`)),
    );
  });
}

function programEnvironment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const variables: Partial<NodeJS.ProcessEnv> = { PATH: process.env.PATH, LANG: 'C.UTF-8', ...more };
  return variables as NodeJS.ProcessEnv;
}
