import { readFileSync, statSync } from 'node:fs';
import { instanceOf } from '@/platform/dataFolder';
import { processes } from './processes';
import type { Product } from './product';

/** How much memory a process of one instance has needed at most. */

const FILES = { front: 'server.mjs', worker: 'worker.mjs' } as const;

export function pidOf(product: Product, which: keyof typeof FILES): number {
  const isIt = (command: string) => command.includes(FILES[which]) && command.includes(product.dataFolder);
  return processes().find((seen) => isIt(seen.command))?.pid ?? 0;
}

export function peakMegabytes(product: Product, which: keyof typeof FILES): number {
  const status = readFileSync(`/proc/${pidOf(product, which)}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

export type Role = keyof typeof FILES | 'redis';

/** What the processes of one instance have in memory now, in bytes. One that was replaced counts as its successor. */
export class Residents {
  private readonly pids = new Map<Role, number>();

  constructor(private readonly product: Product) {}

  now(): Record<Role, number> {
    return { front: this.bytes('front'), worker: this.bytes('worker'), redis: this.bytes('redis') };
  }

  private bytes(role: Role): number {
    const known = this.pids.get(role);
    const bytes = known === undefined ? 0 : residentBytes(known);
    if (bytes > 0) return bytes;
    const pid = role === 'redis' ? redisPid(this.product) : pidOf(this.product, role);
    this.pids.set(role, pid);
    return residentBytes(pid);
  }
}

/** The run folder of an instance, where its Redis listens, is named after the data folder's inode. */
function redisPid({ dataFolder }: Product): number {
  const instance = instanceOf(statSync(dataFolder));
  const isIt = (command: string) =>
    command.includes('redis-server') && !command.includes('setpriv') && command.includes(instance);
  return processes().find((seen) => isIt(seen.command))?.pid ?? 0;
}

function residentBytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
