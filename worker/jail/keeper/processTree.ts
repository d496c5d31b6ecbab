import { readFileSync, statfsSync } from 'node:fs';

/** What a jail uses, sampled from outside where no cgroup counts it. Everything inside descends from its first process. */

export interface TreeSample {
  readonly memoryBytes: number;
  readonly cpuMilliseconds: number;
  readonly inodes: number;
}

const PAGE_BYTES = 4096;
const MILLISECONDS_PER_TICK = 10;

export function childrenOf(pid: number): number[] {
  return readText(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

/** A process and everything below it. */
export function descendantsOf(first: number): number[] {
  const found = [first];
  for (let i = 0; i < found.length; i += 1) found.push(...childrenOf(found[i] ?? first));
  return found;
}

export function exists(pid: number): boolean {
  // A zombie whose parent has not waited yet runs nothing any more.
  const stat = readText(`/proc/${pid}/stat`);
  return stat !== '' && !/\) [ZX]/.test(stat);
}

export function sampleTree(first: number): TreeSample {
  let memoryBytes = 0;
  let cpuMilliseconds = 0;
  for (const pid of descendantsOf(first)) {
    const [, resident = '0', shared = '0'] = readText(`/proc/${pid}/statm`).split(' ');
    memoryBytes += (Number(resident) - Number(shared)) * PAGE_BYTES;
    cpuMilliseconds += cpuOf(pid);
  }
  return { memoryBytes, cpuMilliseconds, inodes: inodesIn(`/proc/${first}/root/job`) };
}

/** Its own time and that of children it has waited for, so that short-lived helpers are not lost. */
function cpuOf(pid: number): number {
  const stat = readText(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * MILLISECONDS_PER_TICK;
}

function inodesIn(folder: string): number {
  try {
    const { files, ffree } = statfsSync(folder);
    return files - ffree;
  } catch {
    return 0;
  }
}

/** A process may end between two looks: then it reads as empty. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
