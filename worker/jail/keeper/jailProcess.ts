import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { JAIL_LIMITS } from '@/core/limits';
import type { Log } from '@/platform/log';
import type { Cgroup } from './cgroup';
import { fill } from './copies';
import type { CpuShare, CpuShares } from './cpuShare';
import { launch, type LaunchPlace } from './launch';
import { childrenOf, descendantsOf, exists, sampleTree } from './processTree';
import type { JailEnd, JailSpec } from './protocol';
import type { SlotFolder } from './slotFolder';
import type { CopyEnd } from './template';
import type { Family, Templates } from './templates';
import { onDisplay } from './display';
import { DESCRIPTORS, HOLDER_COMMAND, limitsOf } from './walls';

/**
 * The processes of one jail, from bubblewrap's start until the last of them is gone: limits that the kernel does not
 * keep by itself (its share of the processors; memory and files where no cgroup counts them), signals, and what it used.
 *
 * bubblewrap runs the program, or where there are templates of its kind, a process that holds the jail for their copies:
 * then the program is one of these, and the jail ends with it.
 */

interface JailPlace extends LaunchPlace {
  readonly shares: CpuShares;
  /** As root only. */
  readonly templates: Templates | undefined;
  readonly log: Log;
}

/** A jail's processes as its slot sees them. */
export interface Tenant {
  /** Resolves when the program itself has ended: what it wrote is there, while others of its processes may still end. */
  readonly ended: Promise<JailEnd>;
  /** Resolves when every process is gone. */
  readonly gone: Promise<JailEnd>;
  /** False if it was not held. */
  release(): boolean;
  /** With an address: it is that one's from now on. */
  setNiceness(niceness: number, address?: string): void;
  interrupt(): void;
  kill(): void;
  /** Kills it because its worker is silent: nobody watches its time any more. */
  abandon(): void;
}

const SAMPLE_MS = 50;
const GONE_POLL_MS = 1;
/** bubblewrap's status is two short lines. */
const MAX_STATUS_UNITS = 4096;

export class JailProcess implements Tenant {
  readonly ended: Promise<JailEnd>;
  readonly gone: Promise<JailEnd>;
  private readonly child: ChildProcess;
  private share: CpuShare;
  /** CPU time that is nobody's, or was taken off the share already. */
  private chargedMs = 0;
  private isReduced = false;
  private isKilled = false;
  private firstPid: number | undefined;
  private copies: readonly number[] = [];
  private sampler: NodeJS.Timeout | undefined;
  private abandoned = false;
  private niceness: number;
  private readonly sampled = { outOfMemory: false, peakMemoryBytes: 0, cpuMs: 0 };

  constructor(
    spec: JailSpec,
    folder: SlotFolder,
    private readonly place: JailPlace,
    private readonly cgroup: Cgroup | undefined,
    onSpawned: (pid: number) => void,
  ) {
    this.niceness = spec.niceness;
    this.share = place.shares.of(spec.address);
    this.isReduced = this.isBehind();
    this.cgroup?.setNiceness(this.isReduced ? JAIL_LIMITS.lowestNiceness : spec.niceness);
    const family = spec.template && place.templates?.familyFor(spec.template);
    const holder = spec.template?.onDisplay ? onDisplay(HOLDER_COMMAND, 'now') : [...HOLDER_COMMAND];
    const run = family ? { ...spec, command: holder } : spec;
    this.child = launch(run, folder, place, cgroup, family !== undefined);
    this.ended = new Promise((resolve) => {
      const finish = (code: number | null, signal: string | null) => {
        resolve({ code, signal, abandoned: this.abandoned, ...(this.cgroup?.usage() ?? this.sampled) });
      };
      this.child.once('error', () => finish(127, null));
      // bubblewrap ends with the program.
      this.child.once('exit', finish);
      if (!family) return this.watchStatus(onSpawned);
      const onEnd = ({ code, signal }: CopyEnd) => {
        finish(code, signal);
        this.kill();
      };
      this.watchStatus(
        (pid) => void this.fillFrom(family, spec, pid, onEnd).then((isFilled) => isFilled && onSpawned(pid)),
      );
    });
    this.gone = this.ended.then(async (end) => {
      await this.untilGone();
      clearInterval(this.sampler);
      const usage = this.cgroup?.usage() ?? this.sampled;
      this.charge(usage.cpuMs);
      return { ...end, abandoned: this.abandoned, ...usage };
    });
  }

  /** A jail that cannot be filled is killed. */
  private async fillFrom(
    family: Family,
    spec: JailSpec,
    first: number,
    onEnd: (end: CopyEnd) => void,
  ): Promise<boolean> {
    try {
      await once(this.child.stdio[DESCRIPTORS.built as number] as Readable, 'data');
      const { users, memoryBytes } = this.place;
      const limits = limitsOf(spec, { uid: users?.jail, memoryBytes }).map(
        ({ resource, most }) => [resource, most] as const,
      );
      this.copies = await fill(family, { first, cgroup: this.cgroup, limits, niceness: spec.niceness }, onEnd);
      return true;
    } catch (error) {
      // One that was killed meanwhile is not to blame on them.
      if (!this.isKilled) {
        this.place.log.warn({ err: error }, 'a jail could not be filled from templates');
        this.place.templates?.pause();
      }
      this.kill();
      return false;
    }
  }

  release(): boolean {
    const block = (this.child.stdio as readonly unknown[])[DESCRIPTORS.block] as Writable | null | undefined;
    if (!block) return false;
    // The jail may have been killed while it waited; its exit tells.
    block.on('error', () => undefined);
    block.end('\n');
    return true;
  }

  /** A jail that waited gets the share of whoever it is for. Only root can give more than there was. */
  setNiceness(niceness: number, address?: string): void {
    if (address !== undefined) {
      this.share = this.place.shares.of(address);
      this.chargedMs = this.cgroup?.cpuMs() ?? this.sampled.cpuMs;
    }
    if (!this.place.users) return;
    this.niceness = niceness;
    this.isReduced = this.isBehind();
    this.cgroup?.setNiceness(this.isReduced ? JAIL_LIMITS.lowestNiceness : niceness);
    this.renice(niceness);
  }

  interrupt(): void {
    if (this.firstPid === undefined) return;
    for (const pid of childrenOf(this.firstPid)) signal(pid, 'SIGINT');
  }

  /** The whole group: bubblewrap's first child is in it until it has asked to die with its parent. */
  kill(): void {
    const hasEnded = this.child.exitCode !== null || this.child.signalCode !== null;
    // Once it has been waited for, its number may be another's; what is left of it is killed by `untilGone`.
    if (hasEnded || this.child.pid === undefined) return;
    this.isKilled = true;
    // To end takes time on a processor too, and many processes behind all others would take long.
    this.cgroup?.setNiceness(0);
    signal(-this.child.pid, 'SIGKILL');
  }

  abandon(): void {
    this.abandoned = true;
    this.kill();
  }

  private watchStatus(onSpawned: (pid: number) => void): void {
    const status = this.child.stdio[DESCRIPTORS.status] as Readable;
    // It closes with the jail, whose exit tells.
    status.on('error', () => undefined);
    let text = '';
    status.on('data', (chunk: Buffer) => {
      if (this.firstPid !== undefined || text.length > MAX_STATUS_UNITS) return;
      text += chunk.toString();
      const pid = Number(/"child-pid": (\d+)/.exec(text)?.[1]);
      if (!Number.isInteger(pid) || pid === 0) return;
      this.firstPid = pid;
      this.sampler = setInterval(() => this.sample(pid), SAMPLE_MS);
      onSpawned(pid);
    });
  }

  /** bubblewrap may be gone a moment before the last process inside, or killed before it could take that one along. */
  private async untilGone(): Promise<void> {
    // What the kernel cannot end by then is found again by whoever removes the cgroup.
    const endMs = performance.now() + JAIL_LIMITS.goneSeconds * 1000;
    while (performance.now() < endMs) {
      const left = this.cgroup?.processes() ?? this.firstPids.filter((pid) => exists(pid));
      if (left.length === 0) return;
      for (const pid of left) signal(pid, 'SIGKILL');
      await sleep(GONE_POLL_MS);
    }
  }

  /** Every process of the jail descends from one of these. */
  private get firstPids(): readonly number[] {
    return this.firstPid === undefined ? [] : [this.firstPid, ...this.copies];
  }

  private sample(pid: number): void {
    if (this.cgroup) {
      if (this.isKilled || !this.hasTask) return;
      // The kernel ends one process; those that are left would only wait for it.
      if (this.cgroup.outOfMemory()) this.kill();
      else this.keepShare(this.cgroup.cpuMs());
      return;
    }
    const now = sampleTree(pid, this.place.memoryBytes);
    this.sampled.peakMemoryBytes = Math.max(this.sampled.peakMemoryBytes, now.memoryBytes);
    this.sampled.cpuMs = Math.max(this.sampled.cpuMs, now.cpuMs);
    if (now.memoryBytes > this.place.memoryBytes) this.sampled.outOfMemory = true;
    if (this.sampled.outOfMemory || now.inodes > JAIL_LIMITS.workFolderInodes) this.kill();
    else this.keepShare(this.sampled.cpuMs);
  }

  /** One that is started ahead does so for whoever comes, and is on nobody's account until then. */
  private get hasTask(): boolean {
    return this.niceness === JAIL_LIMITS.niceness;
  }

  private isBehind(): boolean {
    return this.hasTask && this.place.shares.isBehind(this.share, performance.now());
  }

  private charge(usedMs: number): void {
    if (!this.hasTask) return;
    this.share.spend(performance.now(), usedMs - this.chargedMs);
    this.chargedMs = usedMs;
  }

  private keepShare(usedMs: number): void {
    this.charge(usedMs);
    const isReduced = this.isBehind();
    if (this.cgroup && isReduced !== this.isReduced)
      this.cgroup.setNiceness(isReduced ? JAIL_LIMITS.lowestNiceness : this.niceness);
    // Without a group each process has its own weight, and only root can raise it again: it stays where it is.
    if (!this.cgroup && isReduced) this.renice(JAIL_LIMITS.lowestNiceness);
    this.isReduced = isReduced;
  }

  private renice(niceness: number): void {
    for (const pid of this.firstPids.flatMap((first) => descendantsOf(first))) {
      try {
        setPriority(pid, niceness);
      } catch {
        // It ended by itself a moment ago.
      }
    }
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself a moment ago.
  }
}
