import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, constants, openSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { JAIL_LIMITS } from '@/core/limits';
import { makeCgroup, type Cgroup, type CgroupKind } from './cgroup';
import { childrenOf, descendantsOf, exists, sampleTree } from './processTree';
import type { Prepared } from './prepared';
import { SLOT_FILES, type JailExit, type JailSpec, type KeeperEvent } from './protocol';
import { SlotFolder, type SlotUsers } from './slotFolder';
import { bubblewrapArguments, JAIL_MARK, launchCommand } from './walls';

/**
 * One slot: a place where one jail at a time lives, with a user, a work folder and pipes of its own.
 *
 * closed  -> open():    pipes made once, an empty work folder mounted (as root), a fresh cgroup -> open
 * open    -> spawn():   bubblewrap runs the command, or waits for release() -> running
 * running -> the program ends, or kill(): every process is gone, `exited` is told -> ended
 * ended   -> collect(): work folder and cgroup thrown away, opened anew -> open
 * Anything asked in another state is answered with `failed` and changes nothing.
 *
 * Opening, collecting and closing take a while and wait for one another: a slot that is closed while it is being opened
 * must not mount a folder afterwards, over that of the one that comes next.
 */

export interface SlotPlace {
  readonly folder: string;
  readonly users: SlotUsers;
  readonly cgroup: { readonly kind: CgroupKind; readonly name: string };
  readonly instance: string;
  readonly memoryBytes: number;
  readonly seccompFile: string;
  readonly prepared: Prepared | undefined;
}

type State = 'closed' | 'busy' | 'open' | 'running' | 'ended';

const run = promisify(execFile);
const SAMPLE_MILLISECONDS = 50;
const GONE_POLL_MILLISECONDS = 2;

export class Slot {
  private state: State = 'closed';
  private cgroup: Cgroup | undefined;
  private child: ChildProcess | undefined;
  private firstPid: number | undefined;
  private sampler: NodeJS.Timeout | undefined;
  private abandoned = false;
  private sampled = { outOfMemory: false, peakMemoryBytes: 0, cpuMilliseconds: 0 };
  private ended: Promise<void> = Promise.resolve();
  private turn: Promise<unknown> = Promise.resolve();
  private readonly folder: SlotFolder;

  constructor(
    private readonly number: number,
    private readonly place: SlotPlace,
    private readonly tell: (event: KeeperEvent) => void,
  ) {
    this.folder = new SlotFolder(place.folder, place.users);
  }

  open(): Promise<void> {
    return this.inTurn(() => this.openNow());
  }

  private async openNow(): Promise<void> {
    if (this.state !== 'closed') return this.fail(`is ${this.state}, not closed`);
    this.state = 'busy';
    await this.folder.open();
    this.cgroup = makeCgroup(this.place.cgroup.kind, this.place.cgroup.name, {
      memoryBytes: this.place.memoryBytes,
      processes: JAIL_LIMITS.maxProcesses,
    });
    this.state = 'open';
    this.tell({ event: 'opened', slot: this.number });
  }

  spawn(spec: JailSpec): void {
    if (this.state !== 'open') return this.fail(`is ${this.state}, not open`);
    const { users, folder, seccompFile, memoryBytes, prepared } = this.place;
    const argsFile = path.join(folder, 'args');
    writeFileSync(
      argsFile,
      bubblewrapArguments(spec, users && this.folder.job, prepared)
        .map((arg) => `${arg}\0`)
        .join(''),
    );
    const [file = '', ...args] = launchCommand(spec, {
      uid: users?.jail,
      cgroupFiles: this.cgroup?.joinFiles ?? [],
      memoryBytes,
    });
    const descriptors = [
      spec.input ? this.folder.openPipeEnd(SLOT_FILES.input, constants.O_RDONLY) : openSync('/dev/null', 'r'),
      this.folder.openPipeEnd(SLOT_FILES.output, constants.O_WRONLY),
      this.folder.openPipeEnd(spec.mergeErrors ? SLOT_FILES.output : SLOT_FILES.errors, constants.O_WRONLY),
      openSync(seccompFile, 'r'),
      openSync(argsFile, 'r'),
    ] as const;
    const [input, output, errors, seccomp, argsIn] = descriptors;
    // Its own session, so that a signal to our group never reaches it; next to nothing in the environment, because a
    // jail can read the one bubblewrap was started with.
    this.child = spawn(file, args, {
      env: {
        PATH: '/usr/bin:/bin',
        [JAIL_MARK]: this.place.instance,
      } as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv,
      cwd: '/',
      detached: true,
      stdio: [input, output, errors, seccomp, 'pipe', spec.held ? 'pipe' : 'ignore', argsIn],
    });
    for (const descriptor of descriptors) closeSync(descriptor);
    this.state = 'running';
    this.abandoned = false;
    this.sampled = { outOfMemory: false, peakMemoryBytes: 0, cpuMilliseconds: 0 };
    this.firstPid = undefined;
    this.watch(this.child);
  }

  release(): void {
    const block = (this.child?.stdio as readonly unknown[] | undefined)?.[5] as Writable | null | undefined;
    if (this.state !== 'running' || !block) return this.fail('holds nothing to release');
    block.on('error', () => undefined);
    block.end('\n');
  }

  /** Only lowers or raises what is left: used when a waiting jail learns its task's class. */
  async limitCpu(seconds: number): Promise<void> {
    if (this.state !== 'running' || this.firstPid === undefined) return;
    const pids = [this.firstPid, ...childrenOf(this.firstPid)];
    await Promise.all(
      pids.map((pid) => run('prlimit', ['--pid', String(pid), `--cpu=${seconds}`]).catch(() => undefined)),
    );
  }

  /** A jail that waited gets the share of one that runs. Only root can give more than there was. */
  setNiceness(niceness: number): void {
    if (this.state !== 'running' || this.firstPid === undefined || !this.place.users) return;
    for (const pid of descendantsOf(this.firstPid)) {
      try {
        setPriority(pid, niceness);
      } catch {
        // It ended by itself a moment ago.
      }
    }
  }

  interrupt(): void {
    if (this.state !== 'running' || this.firstPid === undefined) return;
    for (const pid of childrenOf(this.firstPid)) signal(pid, 'SIGINT');
  }

  /** The whole group: bubblewrap's first child is in it until it has asked to die with its parent. */
  kill(): void {
    if (this.state === 'running' && this.child?.pid !== undefined) signal(-this.child.pid, 'SIGKILL');
  }

  /** Its worker is silent: nobody watches its time any more. */
  abandon(): void {
    if (this.state === 'running') this.abandoned = true;
    this.kill();
  }

  collect(): Promise<void> {
    return this.inTurn(async () => {
      if (this.state !== 'ended') return this.fail(`is ${this.state}, not ended`);
      await this.tearDown();
      await this.openNow();
    });
  }

  /** Ends whatever is here, in any state, and leaves nothing. */
  close(): Promise<void> {
    this.kill();
    return this.inTurn(async () => {
      await this.ended;
      if (this.state !== 'closed') await this.tearDown();
      this.folder.remove();
    });
  }

  private inTurn(act: () => Promise<void>): Promise<void> {
    const done = this.turn.then(act);
    this.turn = done.catch(() => undefined);
    return done;
  }

  private watch(child: ChildProcess): void {
    const status = child.stdio[4] as Readable;
    status.on('error', () => undefined);
    let text = '';
    status.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const pid = Number(/"child-pid": (\d+)/.exec(text)?.[1]);
      if (this.firstPid !== undefined || !Number.isInteger(pid) || pid === 0) return;
      this.firstPid = pid;
      if (!this.cgroup) this.sampler = setInterval(() => this.sample(pid), SAMPLE_MILLISECONDS);
      this.tell({ event: 'spawned', slot: this.number, pid });
    });
    this.ended = new Promise((resolve) => {
      const finish = (code: number | null, signalName: string | null) => {
        void this.untilGone().then(() => {
          clearInterval(this.sampler);
          this.state = 'ended';
          this.tell({ event: 'exited', slot: this.number, exit: this.exitOf(code, signalName) });
          resolve();
        });
      };
      child.once('error', () => finish(127, null));
      child.once('exit', finish);
    });
  }

  private exitOf(code: number | null, signalName: string | null): JailExit {
    return { code, signal: signalName, abandoned: this.abandoned, ...(this.cgroup?.usage() ?? this.sampled) };
  }

  /** bubblewrap may be gone a moment before the last process inside, or killed before it could take that one along. */
  private async untilGone(): Promise<void> {
    for (;;) {
      const left =
        this.cgroup?.processes() ?? (this.firstPid !== undefined && exists(this.firstPid) ? [this.firstPid] : []);
      if (left.length === 0) return;
      for (const pid of left) signal(pid, 'SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, GONE_POLL_MILLISECONDS));
    }
  }

  private sample(pid: number): void {
    const now = sampleTree(pid);
    this.sampled.peakMemoryBytes = Math.max(this.sampled.peakMemoryBytes, now.memoryBytes);
    this.sampled.cpuMilliseconds = Math.max(this.sampled.cpuMilliseconds, now.cpuMilliseconds);
    if (now.memoryBytes > this.place.memoryBytes) this.sampled.outOfMemory = true;
    if (this.sampled.outOfMemory || now.inodes > JAIL_LIMITS.workFolderInodes) this.kill();
  }

  private async tearDown(): Promise<void> {
    this.state = 'busy';
    await this.folder.empty();
    while (this.cgroup && !this.cgroup.remove())
      await new Promise((resolve) => setTimeout(resolve, GONE_POLL_MILLISECONDS));
    this.cgroup = undefined;
    this.state = 'closed';
  }

  private fail(why: string): void {
    this.tell({ event: 'failed', slot: this.number, message: `slot ${this.number} ${why}` });
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself a moment ago.
  }
}
