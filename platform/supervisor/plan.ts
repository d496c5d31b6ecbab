import { readRoles } from '@/core/admin/proxyRoles';
import type { Config } from '../config/config';
import { parseLevels } from '../config/levels';
import type { ReadyMessage } from '../childContext';
import { readAddress } from '../redis/address';
import type { ChildName } from './childEnvironment';
import { CONTAINER_FLAGS } from './container';

/** What the supervisor starts for a role, why it starts nothing, and what it says when everything runs. */

/** In the order of their start. The scheduler is inside the front's program, also where it runs alone. */
export function partsOf(role: Config['role']): readonly ChildName[] {
  if (role === 'all') return ['worker', 'front'];
  return role === 'scheduler' ? ['front'] : [role];
}

/** What an ordinary user cannot have: cgroups, and a user of its own for each jail. */
export const WEAKER_WALLS =
  'Without root the jail is weaker: no cgroup limits a whole task, so its memory is sampled and may exceed its limit for a moment';

const ACCEPTED = 'Start as root, or accept that with ACCEPT_WEAKER_JAIL=on (docs/security.md).';
/** All that is needed there, so that nobody is told of one after another. */
const IN_CONTAINER = `In a container it also takes ${CONTAINER_FLAGS} (docs/containers.md).`;

export interface Machine {
  readonly architecture: string;
  readonly isRoot: boolean;
  readonly isContainer: boolean;
}

/** One sentence, with what to do; undefined if nothing is in the way. */
export function refusalToStart(config: Config, { architecture, isRoot, isContainer }: Machine): string | undefined {
  if (config.role !== 'all' && config.redisUrl === undefined)
    return `--role ${config.role} needs REDIS_URL: the parts on several machines meet in one Redis.`;
  const address = config.redisUrl === undefined ? undefined : readAddress(config.redisUrl);
  if (address && !address.ok) return address.failure.message;
  if (config.workerAddress !== undefined && config.workerSecret === undefined)
    return 'WORKER_ADDRESS lets other machines reach this worker, so it needs WORKER_SECRET too: without it anybody in the network could pose as a front.';
  if (config.s3Url !== undefined && (config.s3KeyId === undefined || config.s3Secret === undefined))
    return 'S3_URL needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY too.';
  if (config.proxyUserHeader !== undefined && config.trustedProxies.length === 0)
    return 'PROXY_USER_HEADER needs TRUSTED_PROXIES: the header is believed from these addresses only.';
  const levels = parseLevels(config.levels);
  if (!levels.ok) return `LEVELS is ${JSON.stringify(config.levels)}. ${levels.failure.message}`;
  const roles = readRoles(config.proxyRoles);
  if (!roles.ok) return roles.failure.message;
  const reach = isRoot || config.acceptWeakerJail ? undefined : outsideReach(config);
  if (reach !== undefined)
    return `${WEAKER_WALLS}, and ${reach} lets others in. ${ACCEPTED}${isContainer ? ` ${IN_CONTAINER}` : ''}`;
  if (architecture !== 'x64')
    return `The jail's filter of system calls knows x86-64 only, and this machine is ${architecture}: nothing is started without it.`;
  return undefined;
}

/** The setting by which programs of other people come to the jails of this machine. */
function outsideReach({ role, host, publicUrl, workerAddress }: Config): string | undefined {
  if (role === 'worker') return workerAddress === undefined ? undefined : 'WORKER_ADDRESS';
  if (role !== 'all') return undefined;
  if (!LOCAL_HOST.test(host)) return 'HOST';
  return publicUrl === undefined || LOCAL_HOST.test(new URL(publicUrl).hostname) ? undefined : 'PUBLIC_URL';
}

const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

interface TokenPlace {
  readonly isTerminal: boolean;
  readonly isConfigured: boolean;
  readonly file: string;
}

/** One part has the address of the page; the others have nothing to tell. */
export function welcomeLines(ready: readonly ReadyMessage[], token: TokenPlace): string[] {
  return ready.flatMap(({ address, adminToken, periodic }) =>
    address === undefined
      ? []
      : [
          `Asyground is at ${address}`,
          ...(periodic ?? []).map((endpoint) => `Periodic is at ${endpoint}`),
          `Admin page: ${address}/admin   ${tokenText(adminToken, token)}`,
        ],
  );
}

/** The token is for the eyes of who started us; what is not a terminal is kept and read by others. */
function tokenText(adminToken: string | undefined, { isTerminal, isConfigured, file }: TokenPlace): string {
  if (adminToken === undefined) return 'with a token made before';
  if (isTerminal) return `token: ${adminToken}`;
  return isConfigured ? 'with the token of ADMIN_TOKEN' : `with the token in ${file}`;
}

/** Lines in a frame, so that they are found between those of the log. */
export function box(lines: readonly string[]): string[] {
  const width = Math.max(...lines.map((line) => line.length));
  const edge = '─'.repeat(width + 2);
  return [`╭${edge}╮`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `╰${edge}╯`];
}
