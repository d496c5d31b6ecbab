import { execFile } from 'node:child_process';
import { constants, openSync, readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { JAIL_LIMITS } from '@/core/limits';
import { SLOT_FILES, TASK_PIPE, type JailEnd, type JailSpec, type KeeperRequest } from './keeper/protocol';
import type { KeeperClient } from './keeperClient';
import { WorkFolder } from './workFolder';

/**
 * A place for jails, and the jail that lives in it: prepare, run, kill, collect.
 *
 * As root the work folder exists before the jail, so files are put in place first. Otherwise it is a part of the jail:
 * the jail is started held, filled through its first process, and released.
 */

export interface Jail {
  readonly output: net.Socket;
  /** Undefined where standard error is merged into the output. */
  readonly errors: net.Socket | undefined;
  /** Undefined unless the spec asked for input. */
  readonly input: net.Socket | undefined;
  readonly folder: WorkFolder;
  /** The program itself has ended, while others of its processes may still end. */
  readonly ended: Promise<JailEnd>;
  /** Nothing of it runs any more. */
  readonly exited: Promise<JailEnd>;
  /** These reach this jail alone: after its end they do nothing, whoever lives in its slot by then. */
  setNiceness(niceness: number, address?: string): void;
  interrupt(): void;
  kill(): void;
}

type JailFiles = Iterable<readonly [name: string, bytes: Uint8Array]>;

/** What is asked of a slot; whether it is held is the slot's own affair. */
type JailRequest = Omit<JailSpec, 'held' | 'prepared' | 'roomy'> & {
  /** Faster files in place of the system's, unless they are asked away. */
  readonly prepared?: boolean;
  readonly roomy?: boolean;
};

const MOUNT_POLL_MS = 1;
const makePipe = promisify(execFile);

export class JailSlot {
  private opened = new Gate<void>();
  private spawned = new Gate<number>();
  private ended = new Gate<JailEnd>();
  private exited = new Gate<JailEnd>();
  /** What is thrown away with the present jail. */
  private readonly held: { destroy(): void }[] = [];
  /** Which opening of the slot this is, by the keeper's count; 0 before the first. */
  private generation = 0;

  constructor(
    private readonly keeper: KeeperClient,
    private readonly number: number,
  ) {
    keeper.watch(number, (event) => {
      if (event.event === 'opened') {
        this.generation = event.generation;
        this.opened.pass();
      } else if (event.generation !== this.generation) return;
      else if (event.event === 'spawned') this.spawned.pass(event.pid);
      else if (event.event === 'ended') this.ended.pass(event.end);
      else if (event.event === 'exited') this.exited.pass(event.end);
      else for (const gate of [this.opened, this.spawned, this.ended, this.exited]) gate.fail(new Error(event.message));
    });
  }

  async open(): Promise<void> {
    this.keeper.ask({ op: 'open', slot: this.number });
    await this.opened.promise;
  }

  /** `waits`: the program waits for its task at a pipe in its folder. */
  async run(request: JailRequest, files: JailFiles, waits = false): Promise<Jail> {
    const spec = { ...request, prepared: request.prepared ?? true, roomy: request.roomy ?? false };
    const slotFolder = path.join(this.keeper.walls.slots, String(this.number));
    const to = { slot: this.number, generation: this.generation };
    const pipes = this.openPipes(slotFolder, spec);
    this.spawned = new Gate();
    this.ended = new Gate();
    this.exited = new Gate();
    let folder: WorkFolder;
    if (this.keeper.walls.root) {
      const place = path.join(slotFolder, SLOT_FILES.job);
      folder = this.filled(place, files);
      if (!waits) folder.remove(TASK_PIPE);
      this.keeper.ask({ op: 'spawn', ...to, spec: { ...spec, held: false } });
    } else {
      this.keeper.ask({ op: 'spawn', ...to, spec: { ...spec, held: true } });
      const place = await this.ownFolder();
      folder = this.filled(place, files);
      if (waits) await makePipe('mkfifo', ['-m', '666', path.join(place, TASK_PIPE)]);
      this.keeper.ask({ op: 'release', ...to });
    }
    const ended = this.ended.promise;
    const exited = this.exited.promise;
    let isOver = false;
    const end = () => (isOver = true);
    exited.then(end, end);
    const ask = (request: KeeperRequest) => {
      if (!isOver) this.keeper.ask(request);
    };
    // The shell's end of the input exists only once the keeper holds the other.
    return {
      ...pipes,
      folder,
      ended,
      exited,
      setNiceness: (niceness, address) => ask({ op: 'niceness', ...to, niceness, address }),
      interrupt: () => ask({ op: 'interrupt', ...to }),
      kill: () => ask({ op: 'kill', ...to }),
    };
  }

  /** After everything wanted has been read: ends the jail if it has not ended, throws it away, opens the slot anew. */
  async collect(): Promise<void> {
    for (const one of this.held.splice(0)) one.destroy();
    this.opened = new Gate();
    this.keeper.ask({ op: 'collect', slot: this.number, generation: this.generation });
    await this.opened.promise;
  }

  /** /job of a jail that is held: there as soon as its root has become the new one. */
  private async ownFolder(): Promise<string> {
    const pid = await Promise.race([this.spawned.promise, this.exited.promise.then(() => undefined)]);
    if (pid === undefined) throw new Error('the jail could not be built');
    const endMs = performance.now() + JAIL_LIMITS.mountSeconds * 1000;
    while (performance.now() < endMs) {
      if (/^\S+ \S+ \S+ \S+ \/job /m.test(readFileSync(`/proc/${pid}/mountinfo`, 'utf8')))
        return `/proc/${pid}/root/job`;
      await sleep(MOUNT_POLL_MS);
    }
    throw new Error('the jail was not built in time');
  }

  private filled(folder: string, files: JailFiles): WorkFolder {
    const work = new WorkFolder(folder);
    this.held.push({ destroy: () => work.close() });
    for (const [name, bytes] of files) work.put(name, bytes);
    return work;
  }

  /** Our ends of the slot's named pipes. We open ours first; the keeper then opens the jail's. */
  private openPipes(slotFolder: string, spec: { input: boolean; mergeErrors: boolean }) {
    const open = (name: string, flags: number, direction: { readable: boolean; writable: boolean }) => {
      const fd = openSync(path.join(slotFolder, name), flags | constants.O_NONBLOCK);
      const socket = new net.Socket({ fd, ...direction });
      this.held.push(socket);
      return socket;
    };
    const reader = (name: string) => open(name, constants.O_RDONLY, { readable: true, writable: false });
    // Read and write, so that opening does not need a reader; the jail sees the end when it is destroyed with the slot.
    const writer = (name: string) => open(name, constants.O_RDWR, { readable: false, writable: true });
    return {
      output: reader(SLOT_FILES.output),
      errors: spec.mergeErrors ? undefined : reader(SLOT_FILES.errors),
      input: spec.input ? writer(SLOT_FILES.input) : undefined,
    };
  }
}

/** A promise that is settled from outside; a rejection nobody waits for is not a bug. */
class Gate<T> {
  pass!: (value: T) => void;
  fail!: (error: Error) => void;
  readonly promise = new Promise<T>((resolve, reject) => {
    this.pass = resolve;
    this.fail = reject;
  });

  constructor() {
    // Whoever waits hears of it too; if nobody does, the next opening begins anew.
    this.promise.catch(() => undefined);
  }
}
