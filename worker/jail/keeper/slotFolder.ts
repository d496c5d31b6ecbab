import { execFile, execFileSync } from 'node:child_process';
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
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { JAIL_LIMITS } from '@/core/limits';
import { SLOT_FILES, TASK_PIPE } from './protocol';

/** What a slot has on disk: named pipes, made once, and as root a work folder of its own, mounted anew for each jail. */

/** The jail's own user and the worker's user; undefined where the keeper is not root. */
export type SlotUsers =
  { readonly jail: number; readonly worker: { readonly uid: number; readonly gid: number } } | undefined;

const run = promisify(execFile);
const FLAGS = 'nosuid,nodev,noexec';
/** In one go: to start a process from one as large as this takes longer than what it does. `$1` is the folder. */
const MOUNT = 'mount -t tmpfs -o "$2" asyground-job "$1" && exec mkfifo -m 666 "$1/$3"';
// What cannot be taken away is covered by the next mount, and goes with the run folder.
const MOUNT_ANEW = `umount -l "$1"; ${MOUNT}`;

export class SlotFolder {
  readonly job: string;

  constructor(
    readonly root: string,
    private readonly users: SlotUsers,
  ) {
    this.job = path.join(root, SLOT_FILES.job);
  }

  async open(): Promise<void> {
    await this.makePipes();
    if (this.users) await this.mountJob(this.users, MOUNT);
  }

  /** Throws the work folder away with all that is in it, for an empty one. */
  async renew(): Promise<void> {
    if (this.users) return this.mountJob(this.users, MOUNT_ANEW);
    await this.empty();
    await this.open();
  }

  /** Throws the work folder away with all that is in it. */
  async empty(): Promise<void> {
    if (this.users) await run('umount', ['-l', this.job]).catch(() => undefined);
    else chmodSync(this.job, 0o755);
  }

  /** For a jail that needs more. As root; without, the folder is the jail's own, and as large as it is told. */
  enlarge(bytes: number): void {
    if (this.users) execFileSync('mount', ['-o', `remount,size=${bytes},${FLAGS}`, this.job]);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  /** Opens one end of a named pipe at once, whether or not the other end is open; anything but a pipe is refused. */
  openPipeEnd(name: string, mode: number): number {
    const file = path.join(this.root, name);
    const both = openSync(file, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      if (!fstatSync(both).isFIFO()) throw new Error(`${file} is not a pipe`);
      return openSync(file, mode | constants.O_NOFOLLOW);
    } finally {
      closeSync(both);
    }
  }

  private async makePipes(): Promise<void> {
    mkdirSync(this.job, { recursive: true, mode: 0o755 });
    const names = [SLOT_FILES.input, SLOT_FILES.output, SLOT_FILES.errors];
    const pipes = names.map((name) => path.join(this.root, name));
    if (pipes.every((pipe) => existsSync(pipe))) return;
    await run('mkfifo', ['-m', '600', ...pipes]);
    const worker = this.users?.worker;
    if (worker) for (const pipe of pipes) chownSync(pipe, worker.uid, worker.gid);
  }

  private async mountJob({ jail, worker }: NonNullable<SlotUsers>, script: string): Promise<void> {
    const options = [
      `size=${JAIL_LIMITS.room.workFolderBytes}`,
      `nr_inodes=${JAIL_LIMITS.workFolderInodes}`,
      // The jail owns it; what it makes there belongs to the worker's group, so that results can be read.
      `mode=2770,uid=${jail},gid=${worker.gid}`,
      FLAGS,
    ];
    await run('sh', ['-c', script, 'sh', this.job, options.join(','), TASK_PIPE]);
  }
}
