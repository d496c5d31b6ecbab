import { execFile } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { Redis } from 'ioredis';
import { SUPERVISOR_LIMITS } from '@/core/limits';
import { NAMESPACES } from '@/worker/jail/keeper/walls';
import type { Config } from '../config/config';
import { runAs, type Owner } from '../dataFolder';
import { inTime } from '../deadline';
import { readAddress } from '../redis/address';
import { checkRedis, redisOptions } from '../redis/connect';
import { probeRedis } from '../redis/probe';
import { s3PlaceOf } from '../blobs/open';
import { S3Blobs, S3Error } from '../blobs/s3Blobs';
import { CONTAINER_FLAGS } from './container';

/**
 * What can be known to be wrong before anything is started or written: a port that is taken, a Redis that refuses us,
 * programs that are missing or broken. Each is one sentence with what to do about it.
 */

type PreflightConfig = Pick<
  Config,
  | 'role'
  | 'host'
  | 'port'
  | 'periodic'
  | 'periodicHost'
  | 'periodicPort'
  | 'redisUrl'
  | 'blobFolder'
  | 's3Url'
  | 's3Region'
  | 's3KeyId'
  | 's3Secret'
>;

/**
 * The first that is wrong; undefined if nothing is. `owner`: whom everything runs as that root starts. `tell`: what is to be
 * known meanwhile.
 */
export async function preflight(
  config: PreflightConfig,
  owner: Owner | undefined,
  tell: (sentence: string) => void,
): Promise<string | undefined> {
  const isRoot = owner !== undefined;
  const serves = config.role === 'all' || config.role === 'front';
  const renders = config.role === 'all' || config.role === 'worker';
  // Before they are tried: side by side, one would find the other in its place.
  const doubled = serves && config.periodic ? samePortRefusal(config) : undefined;
  if (doubled !== undefined) return doubled;
  const found = await Promise.all([
    config.redisUrl === undefined
      ? missingProgram('redis-server', 'redis-server')
      : redisRefusal(config.redisUrl, tell),
    s3Refusal(config),
    config.s3Url === undefined && config.role !== 'scheduler' ? folderRefusal(config.blobFolder, owner) : undefined,
    renders ? renderRefusal() : undefined,
    serves ? portRefusal(config.host, config.port, 'PORT', isRoot) : undefined,
    serves && config.periodic
      ? portRefusal(config.periodicHost, config.periodicPort, 'PERIODIC_PORT', isRoot)
      : undefined,
  ]);
  return found.find((sentence) => sentence !== undefined);
}

const EVERYWHERE = ['0.0.0.0', '::'];

function samePortRefusal({ host, port, periodicHost, periodicPort }: PreflightConfig): string | undefined {
  const isSamePlace = host === periodicHost || [host, periodicHost].some((one) => EVERYWHERE.includes(one));
  if (port === 0 || port !== periodicPort || !isSamePlace) return undefined;
  return `PORT and PERIODIC_PORT are both ${port}. Give each a port of its own.`;
}

/** Whether it could be listened on; it is let go at once. */
export async function portRefusal(
  host: string,
  port: number,
  name: string,
  isRoot: boolean,
): Promise<string | undefined> {
  if (port === 0) return undefined;
  if (isRoot && port < firstOrdinaryPort())
    return `${name} ${port} is for root only, and what listens runs as an ordinary user. Choose a port from ${firstOrdinaryPort()} on, and put a proxy in front.`;
  const server = net.createServer();
  const code = await new Promise<string | undefined>((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => resolve(undefined));
  });
  await new Promise((resolve) => server.close(resolve));
  if (code === undefined) return undefined;
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is taken. Stop what uses it, or give another ${name}.`;
  if (code === 'EACCES') return `Port ${port} on ${host} may not be used by this user. Give another ${name}.`;
  return `${host}:${port} cannot be listened on (${code}). Give a host and a port of this machine.`;
}

function firstOrdinaryPort(): number {
  try {
    return Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'));
  } catch {
    return 1024;
  }
}

/** One that is away is waited for later, by everybody: it may be starting, too. */
async function redisRefusal(url: string, tell: (sentence: string) => void): Promise<string | undefined> {
  const address = readAddress(url);
  if (address.ok && !address.value.tls && !address.value.sentinels) {
    const answers = await probeRedis(address.value, SUPERVISOR_LIMITS.redisAnswerMs);
    if (answers === 'other') return 'What answers at REDIS_URL is no Redis. Correct its host and port.';
    if (answers === 'silent') {
      tell('Nobody answers at REDIS_URL yet. Everything waits for it.');
      return undefined;
    }
  }
  const redis = new Redis(redisOptions(url));
  // What is wrong is told by the answer; that nobody answers is no refusal.
  redis.on('error', () => undefined);
  try {
    const wrong = await inTime(checkRedis(redis), SUPERVISOR_LIMITS.redisAnswerMs);
    return wrong && `${wrong.message} Nothing was started.`;
  } finally {
    redis.disconnect();
  }
}

/** What is there of its path already. */
const CAN_WRITE = `
  folder=$0
  until [ -e "$folder" ] || [ -h "$folder" ]; do folder=$(dirname -- "$folder"); done
  [ -d "$folder" ] && [ -w "$folder" ] && [ -x "$folder" ]
`;

function folderRefusal(folder: string | undefined, owner: Owner | undefined): string | undefined {
  if (folder === undefined || runAs(owner, '/', CAN_WRITE, [path.resolve(folder)]).status === 0) return undefined;
  const who = owner === undefined ? 'this user' : 'the service user';
  return `BLOB_FOLDER ${folder} cannot be written to by ${who}. Make it writable, or give another one.`;
}

async function s3Refusal(config: PreflightConfig): Promise<string | undefined> {
  const place = s3PlaceOf(config);
  if (place === undefined) return undefined;
  try {
    await new S3Blobs(place).check();
    return undefined;
  } catch (error) {
    const why = error instanceof S3Error ? error.message : 'nobody answers there';
    return `The bucket of S3_URL cannot be written to: ${why}. Check the address, the key and its secret.`;
  }
}

async function renderRefusal(): Promise<string | undefined> {
  for (const [program, debian] of RENDER_PROGRAMS) {
    const missing = missingProgram(program, debian);
    if (missing !== undefined) return missing;
  }
  // That its walls hold, a jail proves itself when the worker starts.
  const walls = await run('bwrap', [...NAMESPACES, '--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', 'true']);
  if (walls.code !== 0) return wallsRefusal(walls.said.trim());
  // It loads its modules for that: an installation that is half there fails.
  const { code, said } = await run('asy', ['-noV', '-c', 'write(6*7);']);
  if (code === 0 && said.trim() === '42') return undefined;
  const why = said.trim().split('\n', 1)[0]?.slice(0, 200) ?? '';
  return `asy is broken: a program of one line fails${why === '' ? '' : ` with "${why}"`}. Reinstall it: apt-get install --reinstall asymptote`;
}

/** Containers and some kernels forbid what a jail is made of; each says it in its own way. */
export function wallsRefusal(said: string): string {
  const what = `bubblewrap cannot make a jail here ("${said.split('\n', 1)[0]?.slice(0, 200)}").`;
  return `${what} In a container, start it with ${CONTAINER_FLAGS} (docs/containers.md); elsewhere allow user namespaces: sysctl kernel.unprivileged_userns_clone=1`;
}

/** A folder that is not there would be made by root, and complained about by others. */
const NOWHERE = '/dev/null';

const RENDER_PROGRAMS = [
  ['bwrap', 'bubblewrap'],
  ['asy', 'asymptote'],
  ['latex', 'texlive-latex-base'],
  ['dvisvgm', 'dvisvgm'],
  ['perl', 'perl-base'],
] as const;

export function missingProgram(program: string, debian: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => folder !== '');
  if (folders.some((folder) => isExecutable(path.join(folder, program)))) return undefined;
  return `${program} is not installed. Install it: apt-get install ${debian}`;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Not where somebody could have put a module of the same name, and without the settings of whoever started us. */
function run(file: string, args: readonly string[]): Promise<{ code: number; said: string }> {
  const variables: Partial<NodeJS.ProcessEnv> = { PATH: process.env.PATH, HOME: NOWHERE, ASYMPTOTE_HOME: NOWHERE };
  const env = variables as NodeJS.ProcessEnv;
  const { programSeconds } = SUPERVISOR_LIMITS;
  return new Promise((resolve) =>
    execFile(file, args, { cwd: '/', timeout: programSeconds * 1000, env }, (error, out, err) => {
      const why = error?.killed ? `no answer within ${programSeconds} s` : error?.message;
      resolve({ code: error ? 1 : 0, said: `${out}${err}` || (why ?? '') });
    }),
  );
}
