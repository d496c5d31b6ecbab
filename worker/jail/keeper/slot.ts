import { execFile, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { JAIL_LIMITS } from '@/core/limits';
import { makeCgroup, type Cgroup, type CgroupKind } from './cgroup';
import { childrenOf, descendantsOf, exists, sampleTree } from './processTree';
import type { Prepared } from './prepared';
import { SLOT_FILES, type JailExit, type JailSpec, type KeeperEvent } from './protocol';
import { bubblewrapArguments, JAIL_MARK, launchCommand } from './walls';

/**
 * One slot: a place where one jail at a time lives, with a user, a work folder and pipes of its own.
 *
 * closed  -> open():    pipes made once, an empty work folder mounted (as root), a fresh cgroup -> open
 * open    -> spawn():   bubblewrap runs the command, or waits for release() -> running
 * running -> the program ends, or kill(): every process is gone, `exited` is told -> ended
 * ended   -> collect(): work folder and cgroup thrown away, opened anew -> open
 * Anything asked in another state is answered with `failed` and changes nothing.
 */

export interface SlotPlace {
  readonly folder: string;
  /** The jail's own user and the worker's user; undefined where the keeper is not root. */
  readonly users:
    { readonly jail: number; readonly worker: { readonly uid: number; readonly gid: number } } | undefined;
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

  constructor(
    private readonly number: number,
    private readonly place: SlotPlace,
    private readonly tell: (event: KeeperEvent) => void,
  ) {}

  private get jobFolder(): string {
    return path.join(this.place.folder, SLOT_FILES.job);
  }

  async open(): Promise<void> {
    if (this.state !== 'closed') return this.fail(`is ${this.state}, not closed`);
    this.state = 'busy';
    await this.makePipes();
    await this.freshFolder();
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
      bubblewrapArguments(spec, users && this.jobFolder, prepared)
        .map((arg) => `${arg}\0`)
        .join(''),
    );
    const [file = '', ...args] = launchCommand(spec, {
      uid: users?.jail,
      cgroupFiles: this.cgroup?.joinFiles ?? [],
      memoryBytes,
    });
    const descriptors = [
      spec.input ? openPipeEnd(path.join(folder, SLOT_FILES.input), constants.O_RDONLY) : openSync('/dev/null', 'r'),
      openPipeEnd(path.join(folder, SLOT_FILES.output), constants.O_WRONLY),
      openPipeEnd(path.join(folder, spec.mergeErrors ? SLOT_FILES.output : SLOT_FILES.errors), constants.O_WRONLY),
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

  async collect(): Promise<void> {
    if (this.state !== 'ended') return this.fail(`is ${this.state}, not ended`);
    await this.tearDown();
    await this.open();
  }

  /** Ends whatever is here, in any state, and leaves nothing. */
  async close(): Promise<void> {
    this.kill();
    await this.ended;
    if (this.state !== 'closed') await this.tearDown();
    rmSync(this.place.folder, { recursive: true, force: true });
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

  private async makePipes(): Promise<void> {
    mkdirSync(this.jobFolder, { recursive: true, mode: 0o755 });
    const pipes = [SLOT_FILES.input, SLOT_FILES.output, SLOT_FILES.errors].map((name) =>
      path.join(this.place.folder, name),
    );
    if (pipes.every((pipe) => existsSync(pipe))) return;
    await run('mkfifo', ['-m', '600', ...pipes]);
    const worker = this.place.users?.worker;
    if (worker) for (const pipe of pipes) chownSync(pipe, worker.uid, worker.gid);
  }

  private async freshFolder(): Promise<void> {
    const { users } = this.place;
    if (!users) return;
    const options = [
      `size=${JAIL_LIMITS.workFolderBytes}`,
      `nr_inodes=${JAIL_LIMITS.workFolderInodes}`,
      // The jail owns it; what it makes there belongs to the worker's group, so that results can be read.
      `mode=2770,uid=${users.jail},gid=${users.worker.gid}`,
      'nosuid,nodev,noexec',
    ];
    await run('mount', ['-t', 'tmpfs', '-o', options.join(','), 'asyground-job', this.jobFolder]);
  }

  private async tearDown(): Promise<void> {
    this.state = 'busy';
    if (this.place.users) await run('umount', ['-l', this.jobFolder]).catch(() => undefined);
    else chmodSync(this.jobFolder, 0o755);
    while (this.cgroup && !this.cgroup.remove())
      await new Promise((resolve) => setTimeout(resolve, GONE_POLL_MILLISECONDS));
    this.cgroup = undefined;
    this.state = 'closed';
  }

  private fail(why: string): void {
    this.tell({ event: 'failed', slot: this.number, message: `slot ${this.number} ${why}` });
  }
}

/** Opens one end of a named pipe at once, whether or not the other end is open; anything but a pipe is refused. */
function openPipeEnd(file: string, mode: number): number {
  const both = openSync(file, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    if (!fstatSync(both).isFIFO()) throw new Error(`${file} is not a pipe`);
    return openSync(file, mode | constants.O_NOFOLLOW);
  } finally {
    closeSync(both);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself a moment ago.
  }
}
