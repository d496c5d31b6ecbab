import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TokenStore } from './tokens';
import { CONFIGURED_TOKEN, FIRST_TOKEN } from './tokens';

/**
 * The first admin token: as configured, or made at the very first start. Redis has only its hash; the words themselves
 * stay in a file of the data folder that nobody else can read, so that each start can print them again.
 */

const FILE = 'admin-token';

/** Undefined: it was made on another machine, or revoked. */
export async function firstToken(
  store: TokenStore,
  configured: string | undefined,
  dataFolder: string,
): Promise<string | undefined> {
  if (configured !== undefined) {
    await store.keep(CONFIGURED_TOKEN, 'from the configuration', 'admin', configured);
    return configured;
  }
  const file = path.join(dataFolder, FILE);
  // Not there yet: it is made below.
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (kept !== '' && (await store.recognise(kept))) return kept;
  const isFirstStart = (await store.list()).length === 0;
  if (!isFirstStart) return undefined;
  const token = randomBytes(24).toString('base64url');
  await writeFile(file, `${token}\n`, { mode: 0o600 });
  await store.keep(FIRST_TOKEN, 'made at the first start', 'admin', token);
  return token;
}
