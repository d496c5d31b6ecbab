import { readdirSync, readFileSync, statfsSync } from 'node:fs';

/** What a jail uses, sampled from outside where no cgroup counts it. Everything inside descends from its first process. */

interface TreeSample {
  readonly memoryBytes: number;
  readonly cpuMs: number;
  readonly inodes: number;
}

const MILLISECONDS_PER_TICK = 10;

/** The kernel lists children by the thread that made them. */
export function childrenOf(pid: number): number[] {
  return threadsOf(pid)
    .flatMap((thread) => readText(`/proc/${pid}/task/${thread}/children`).split(' '))
    .filter(Boolean)
    .map(Number);
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

/** Shared pages are told apart only where they decide whether the tree has more than `enoughBytes`: it takes long. */
export function sampleTree(first: number, enoughBytes: number): TreeSample {
  const pids = descendantsOf(first);
  const atMost = sum(pids.map(ownMemory));
  const memoryBytes = atMost > enoughBytes ? sum(pids.map(proportionalMemory)) : atMost;
  return { memoryBytes, cpuMs: sum(pids.map(cpuOf)), inodes: inodesIn(`/proc/${first}/root/job`) };
}

/** Everything but files of the system. Memory shared between processes counts in each of them. */
function ownMemory(pid: number): number {
  return kibibytesIn(readText(`/proc/${pid}/status`), /^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm);
}

/** What is shared, by halves, thirds and so on. A process may hide it: then everything counts. */
function proportionalMemory(pid: number): number {
  const rollup = readText(`/proc/${pid}/smaps_rollup`);
  return rollup === '' ? ownMemory(pid) : kibibytesIn(rollup, /^Pss_(?:Anon|Shmem):\s+(\d+) kB$/gm);
}

function kibibytesIn(text: string, pattern: RegExp): number {
  return sum([...text.matchAll(pattern)].map(([, kibibytes]) => Number(kibibytes))) * 1024;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Its own time and that of children it has waited for, so that short-lived helpers are not lost. */
function cpuOf(pid: number): number {
  const stat = readText(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return sum(fields.slice(11, 15).map(Number)) * MILLISECONDS_PER_TICK;
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
