import { hkdfSync, randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '@/platform/config/config';
import type { Log } from '@/platform/log';

/**
 * What signs cookies and sessions. It is never in Redis, so that whoever reads a backup of it cannot make themselves an
 * administrator. Fronts on several machines need the same one: SESSION_SECRET, or else it follows from WORKER_SECRET,
 * which they share already. A machine of its own makes one and keeps it in its data folder.
 */

const FILE = 'session-secret';
const BYTES = 32;

type SecretConfig = Pick<Config, 'sessionSecret' | 'workerSecret' | 'role'>;

export async function sessionSecret(config: SecretConfig, dataFolder: string, log: Log): Promise<Buffer> {
  const shared = config.sessionSecret ?? config.workerSecret;
  // Each use of a secret gets a key of its own: none tells anything about another.
  if (shared !== undefined) return Buffer.from(hkdfSync('sha256', shared, 'asyground', 'cookies and sessions', BYTES));
  if (config.role !== 'all')
    log.warn('SESSION_SECRET is not set: who is signed in at another front has to sign in here again');
  return keptSecret(dataFolder);
}

/** Made once; it is whole or not there. */
async function keptSecret(dataFolder: string): Promise<Buffer> {
  const file = path.join(dataFolder, FILE);
  const known = await readSecret(file);
  if (known) return known;
  const secret = randomBytes(BYTES);
  await writeFile(`${file}.new`, secret.toString('base64'), { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return secret;
}

async function readSecret(file: string): Promise<Buffer | undefined> {
  // Not there yet: one is made.
  const secret = Buffer.from((await readFile(file, 'utf8').catch(() => '')).trim(), 'base64');
  return secret.length === BYTES ? secret : undefined;
}
