import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
  readdirSync,
  accessSync,
  constants,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { JAIL_LIMITS } from '@/core/limits';

/**
 * Counting and limiting a whole tree of processes: cgroup v2, v1, or none, as the machine allows.
 *
 * Each jail gets a group of its own, made when its slot opens and removed when it is collected. Where there are no
 * groups, limits per process and the keeper's samples take their place (docs/security.md).
 */

type CgroupKind = 'v2' | 'v1' | 'none';

interface CgroupUsage {
  readonly outOfMemory: boolean;
  readonly peakMemoryBytes: number;
  readonly cpuMs: number;
}

export interface Cgroup {
  /** A process joins by writing 0 into each of these. */
  readonly joinFiles: readonly string[];
  usage(): CgroupUsage;
  cpuMs(): number;
  outOfMemory(): boolean;
  /** The weight of the whole group beside others, as one process of this niceness has it; the lowest gives way at once. */
  setNiceness(niceness: number): void;
  processes(): number[];
  /** True once it is gone; false while processes are still in it. */
  remove(): boolean;
}

interface CgroupLimits {
  readonly memoryBytes: number;
  readonly processes: number;
}

const ROOT = '/sys/fs/cgroup';
const V1_CONTROLLERS = ['memory', 'pids', 'cpuacct', 'cpu'] as const;
/** The kernel's weight of niceness 0, and by how much a step of niceness lowers it. */
const NORMAL_WEIGHT = 1024;
const WEIGHT_STEP = 1.25;
/** What cgroup v2 calls the same. */
const NORMAL_WEIGHT_V2 = 100;

export function detectCgroups(): CgroupKind {
  if (existsSync(`${ROOT}/cgroup.controllers`)) {
    const controllers = read(`${ROOT}/cgroup.controllers`).split(/\s+/);
    return controllers.includes('memory') && controllers.includes('pids') && writable(ROOT) ? 'v2' : 'none';
  }
  return V1_CONTROLLERS.every((name) => writable(`${ROOT}/${name}`)) ? 'v1' : 'none';
}

export function makeCgroup(kind: CgroupKind, name: string, limits: CgroupLimits): Cgroup | undefined {
  if (kind === 'none') return undefined;
  return kind === 'v2' ? makeV2(name, limits) : makeV1(name, limits);
}

/** Kills and removes every group below `name`: what a power cut or a killed keeper left. */
export function sweepCgroups(kind: CgroupKind, name: string): void {
  const parents =
    kind === 'v2' ? [`${ROOT}/${name}`] : kind === 'v1' ? V1_CONTROLLERS.map((part) => `${ROOT}/${part}/${name}`) : [];
  for (const parent of parents.filter((folder) => existsSync(folder))) {
    for (const child of readdirSync(parent, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
      const folder = path.join(parent, child.name);
      for (const pid of readProcesses(folder)) attempt(() => process.kill(pid, 'SIGKILL'));
      attempt(() => rmdirSync(folder));
    }
    attempt(() => rmdirSync(parent));
  }
}

function makeV1(name: string, limits: CgroupLimits): Cgroup {
  const [memory, pids, account, cpu] = V1_CONTROLLERS.map((controller) => `${ROOT}/${controller}/${name}`) as [
    string,
    string,
    string,
    string,
  ];
  const folders = [memory, pids, account, cpu];
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  writeFileSync(`${memory}/memory.limit_in_bytes`, String(limits.memoryBytes));
  attempt(() => writeFileSync(`${memory}/memory.memsw.limit_in_bytes`, String(limits.memoryBytes)));
  writeFileSync(`${pids}/pids.max`, String(limits.processes));
  const outOfMemory = () => isKilled(`${memory}/memory.oom_control`);
  const cpuMs = () => Math.round(Number(read(`${account}/cpuacct.usage`)) / 1e6);
  const weigh = (folder: string, weight: number) => writeFileSync(`${folder}/cpu.shares`, String(Math.round(weight)));
  const share = new GroupShare(cpu, weigh);
  share.set(JAIL_LIMITS.lowestNiceness);
  return {
    joinFiles: folders.map((folder) => `${folder}/cgroup.procs`),
    usage: () => ({
      outOfMemory: outOfMemory(),
      peakMemoryBytes: Number(read(`${memory}/memory.max_usage_in_bytes`)),
      cpuMs: cpuMs(),
    }),
    cpuMs,
    outOfMemory,
    setNiceness: (niceness) => share.set(niceness),
    processes: () => readProcesses(pids),
    remove: () => share.leave(removeFolders(folders)),
  };
}

function makeV2(name: string, limits: CgroupLimits): Cgroup {
  const folder = `${ROOT}/${name}`;
  const parent = path.dirname(folder);
  mkdirSync(folder, { recursive: true });
  for (const above of [ROOT, parent])
    for (const controller of ['memory', 'pids', 'cpu'])
      attempt(() => writeFileSync(`${above}/cgroup.subtree_control`, `+${controller}`));
  writeFileSync(`${folder}/memory.max`, String(limits.memoryBytes));
  attempt(() => writeFileSync(`${folder}/memory.swap.max`, '0'));
  writeFileSync(`${folder}/pids.max`, String(limits.processes));
  const weigh = (group: string, weight: number) =>
    writeFileSync(`${group}/cpu.weight`, String(Math.max(1, Math.round((weight * NORMAL_WEIGHT_V2) / NORMAL_WEIGHT))));
  const share = new GroupShare(folder, weigh);
  share.set(JAIL_LIMITS.lowestNiceness);
  const outOfMemory = () => isKilled(`${folder}/memory.events`);
  const cpuMs = () => Math.round(Number(/usage_usec (\d+)/.exec(read(`${folder}/cpu.stat`))?.[1] ?? 0) / 1000);
  return {
    joinFiles: [`${folder}/cgroup.procs`],
    usage: () => ({
      outOfMemory: outOfMemory(),
      peakMemoryBytes: Number(read(`${folder}/memory.peak`)),
      cpuMs: cpuMs(),
    }),
    cpuMs,
    outOfMemory,
    setNiceness: (niceness) => share.set(niceness),
    processes: () => readProcesses(folder),
    remove: () => share.leave(removeFolders([folder])),
  };
}

/**
 * The share of one jail's group, and of all of them together.
 *
 * One of the lowest niceness is idle, where the kernel knows that: it runs when nothing else wants to, and whatever wakes
 * up takes its place at once. A low weight alone would let it end its turn first, at every step of a neighbour's render.
 * The group of all is idle while each in it is: otherwise they would slow the service itself.
 */
class GroupShare {
  private static readonly ordinary = new Map<string, Set<string>>();
  /** What was told to the kernel last: it takes a while over each file, and everybody waits for the keeper. */
  private static readonly told = new Map<string, string>();
  private readonly parent: string;
  private readonly siblings: Set<string>;

  constructor(
    private readonly folder: string,
    private readonly weigh: (folder: string, weight: number) => void,
  ) {
    this.parent = path.dirname(folder);
    this.siblings = GroupShare.ordinary.get(this.parent) ?? new Set();
    GroupShare.ordinary.set(this.parent, this.siblings);
    // A new group: what one of the same name was told before is forgotten.
    GroupShare.told.delete(folder);
  }

  set(niceness: number): void {
    const isIdle = niceness >= JAIL_LIMITS.lowestNiceness;
    this.apply(this.folder, weightOf(niceness), isIdle);
    if (isIdle) this.siblings.delete(this.folder);
    else this.siblings.add(this.folder);
    this.shareOfAll();
  }

  leave(isGone: boolean): boolean {
    if (this.siblings.delete(this.folder)) this.shareOfAll();
    return isGone;
  }

  private shareOfAll(): void {
    this.apply(this.parent, weightOfAll(), this.siblings.size === 0);
  }

  private apply(folder: string, weight: number, isIdle: boolean): void {
    const wanted = `${isIdle} ${weight}`;
    if (GroupShare.told.get(folder) === wanted) return;
    GroupShare.told.set(folder, wanted);
    attempt(() => writeFileSync(`${folder}/cpu.idle`, isIdle ? '1' : '0'));
    // One that is idle refuses a weight; where there is no such thing the weight is all there is.
    attempt(() => this.weigh(folder, weight));
  }
}

function weightOf(niceness: number): number {
  return NORMAL_WEIGHT / WEIGHT_STEP ** niceness;
}

/** Of all jails together: as one ordinary process on every processor, however many there are. */
function weightOfAll(): number {
  return NORMAL_WEIGHT * availableParallelism();
}

/** The kernel has ended a process of the group for want of memory. */
function isKilled(file: string): boolean {
  return Number(/oom_kill (\d+)/.exec(read(file))?.[1] ?? 0) > 0;
}

function removeFolders(folders: readonly string[]): boolean {
  for (const folder of folders) attempt(() => rmdirSync(folder));
  return folders.every((folder) => !existsSync(folder));
}

function readProcesses(folder: string): number[] {
  return read(`${folder}/cgroup.procs`).split('\n').filter(Boolean).map(Number);
}

/** A file that is gone reads as empty: a group may vanish under us at any moment. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

function writable(folder: string): boolean {
  return attempt(() => accessSync(folder, constants.W_OK));
}

function attempt(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
