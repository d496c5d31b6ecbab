import { readFileSync, statSync } from 'node:fs';
import { instanceOf } from '@/platform/dataFolder';
import { processes } from '@/test/processes';
import type { Product } from '@/test/product';

/** CPU time of processes, as the kernel counts it: in hundredths of a second. */

const MILLISECONDS_PER_TICK = 10;

/** User and system time. */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MILLISECONDS_PER_TICK;
}

/** The process of a product that runs this program: `server.mjs`, `redis-server`. */
export function pidOf({ dataFolder }: Pick<Product, 'dataFolder'>, program: string): number {
  const instance = instanceOf(statSync(dataFolder));
  const own = processes().filter(({ command }) => command.includes(instance) || command.includes(dataFolder));
  const found = own.find(({ command }) => command.includes(program) && !command.includes('setpriv'));
  if (!found) throw new Error(`${program} does not run`);
  return found.pid;
}
