import { chmodSync, chownSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { JAIL_LIMITS } from '@/core/limits';
import type { Log } from '@/platform/log';
import { readLines } from '@/platform/lines';
import { canSwap } from '@/platform/swap';
import { PREPARED_FOLDER } from '@/platform/toolchain';
import { detectCgroups, makeCgroup, sweepCgroups } from './cgroup';
import { CpuShares } from './cpuShare';
import { JailProcess } from './jailProcess';
import { readPrepared } from './prepared';
import { keeperRequest, MAX_SLOTS, type KeeperEvent, type KeeperRequest } from './protocol';
import { seccompProgram } from './seccomp';
import { Slot } from './slot';
import { SlotFolder } from './slotFolder';
import { Templates } from './templates';

/**
 * The keeper: opens, starts, kills and collects jails for the one worker of its machine, by slot number.
 *
 * It is the only part that stays root, so it parses everything, follows no path it is given, and runs nothing outside
 * the walls. It is also the guardian: a worker whose socket closes, or that is silent for some seconds while it lives,
 * loses all its jails at once.
 */

interface KeeperOptions {
  readonly runFolder: string;
  /** As root: the first user id of the jails and the user the worker runs as. */
  readonly users:
    { readonly firstJail: number; readonly worker: { readonly uid: number; readonly gid: number } } | undefined;
  readonly memoryBytes: number;
  /** Distinguishes this instance's cgroups from those of others on the machine. */
  readonly instance: string;
  readonly log: Log;
}

/** Group and others. */
const OTHERS_WRITE = 0o022;

export class Keeper {
  private readonly slots = new Map<number, Slot>();
  private readonly shares = new CpuShares();
  private readonly cgroupKind;
  private readonly slotsFolder: string;
  private readonly seccompFile: string;
  private readonly prepared = readPrepared(path.resolve(PREPARED_FOLDER));
  /** As root only. */
  readonly templates: Templates | undefined;
  private readonly server: net.Server;
  private worker: net.Socket | undefined;
  private heardAtMs = 0;
  private generations = 0;
  private closing: Promise<unknown> = Promise.resolve();
  private readonly guardian: NodeJS.Timeout;

  constructor(private readonly options: KeeperOptions) {
    this.cgroupKind = options.users ? detectCgroups() : 'none';
    this.slotsFolder = path.join(options.runFolder, 'slots');
    this.seccompFile = path.join(options.runFolder, 'seccomp.bpf');
    const { seccompFile, prepared } = this;
    const folder = path.join(options.runFolder, 'templates');
    this.templates = options.users && new Templates({ folder, seccompFile, prepared, log: options.log });
    this.server = net.createServer((socket) => void this.accept(socket));
    this.guardian = setInterval(() => this.guard(), JAIL_LIMITS.guardianCheckMs);
  }

  get socketPath(): string {
    return keeperSocket(this.options.runFolder);
  }

  async listen(): Promise<void> {
    this.checkFolder();
    this.sweep();
    mkdirSync(this.slotsFolder, { recursive: true, mode: 0o755 });
    writeFileSync(this.seccompFile, seccompProgram(), { mode: 0o644 });
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(this.socketPath, resolve);
    });
    chmodSync(this.socketPath, 0o600);
    const worker = this.options.users?.worker;
    if (worker) chownSync(this.socketPath, worker.uid, worker.gid);
  }

  /** Root mounts, writes and removes below it, by name. */
  private checkFolder(): void {
    const { runFolder, users } = this.options;
    if (!users || users.worker.uid === 0) return;
    const { uid, mode } = lstatSync(runFolder);
    if (uid !== 0 || (mode & OTHERS_WRITE) !== 0 || canSwap(runFolder, users.worker))
      throw new Error(`${runFolder} is not root's alone`);
  }

  async close(): Promise<void> {
    clearInterval(this.guardian);
    this.server.close();
    this.worker?.destroy();
    await this.closeSlots();
    this.templates?.close();
    this.sweep();
  }

  private async accept(socket: net.Socket): Promise<void> {
    this.worker?.destroy();
    this.worker = socket;
    this.heardAtMs = Date.now();
    // A worker that was killed resets the connection; what follows from that is done on 'close'.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.worker !== socket) return;
      this.worker = undefined;
      void this.closeSlots();
    });
    await this.closeSlots();
    // Another one came while this waited.
    if (this.worker !== socket) return;
    readLines(socket, (line) => this.hear(socket, line));
    this.tell({
      event: 'ready',
      root: this.options.users !== undefined,
      cgroup: this.cgroupKind,
      slots: this.slotsFolder,
    });
  }

  private hear(socket: net.Socket, line: string): void {
    this.heardAtMs = Date.now();
    const request = keeperRequest.safeParse(parseJson(line));
    if (!request.success) {
      this.options.log.error({ line: line.slice(0, 200) }, 'the worker said something unknown; it is dropped');
      socket.destroy();
      return;
    }
    this.act(request.data).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      this.options.log.error({ err: error, request: request.data.op }, 'a jail could not be handled');
      if (request.data.op === 'alive') return;
      const { slot, generation } = { generation: 0, ...request.data };
      this.tell({ event: 'failed', slot, generation, message });
    });
  }

  private async act(request: KeeperRequest): Promise<void> {
    if (request.op === 'alive') return;
    const slot = this.slotOf(request.slot);
    switch (request.op) {
      case 'open':
        return slot.open();
      case 'spawn':
        return slot.spawn(request.generation, request.spec);
      case 'release':
        return slot.release(request.generation);
      case 'niceness':
        return slot.setNiceness(request.generation, request.niceness, request.address);
      case 'interrupt':
        return slot.interrupt(request.generation);
      case 'kill':
        return slot.kill(request.generation);
      case 'collect':
        return slot.collect(request.generation);
    }
  }

  private slotOf(number: number): Slot {
    const known = this.slots.get(number);
    if (known) return known;
    const { users, memoryBytes, instance } = this.options;
    const place = {
      users: users && { jail: users.firstJail + number, worker: users.worker },
      instance,
      memoryBytes,
      seccompFile: this.seccompFile,
      prepared: this.prepared,
      shares: this.shares,
      templates: this.templates,
      log: this.options.log,
    };
    const folder = new SlotFolder(path.join(this.slotsFolder, String(number)), place.users);
    const limits = { memoryBytes, processes: JAIL_LIMITS.maxProcesses };
    const slot = new Slot(number, {
      folder,
      makeCgroup: () => makeCgroup(this.cgroupKind, `asyground-${instance}/${number}`, limits),
      start: (spec, cgroup, onSpawned) => new JailProcess(spec, folder, place, cgroup, onSpawned),
      nextGeneration: () => (this.generations += 1),
      tell: (event) => this.tell(event),
    });
    this.slots.set(number, slot);
    return slot;
  }

  private guard(): void {
    if (!this.worker || Date.now() - this.heardAtMs < JAIL_LIMITS.guardianSeconds * 1000) return;
    for (const slot of this.slots.values()) slot.abandon();
  }

  /** Resolves when everything is closed, also what an earlier call began to close. */
  private closeSlots(): Promise<unknown> {
    const slots = [...this.slots.values()];
    this.slots.clear();
    const close = (slot: Slot) =>
      slot.close().catch((error: unknown) => {
        this.options.log.error({ err: error }, 'a slot could not be closed');
      });
    this.closing = Promise.all([this.closing, ...slots.map(close)]);
    return this.closing;
  }

  /** Removes what an earlier run left behind: processes, cgroups, mounts and folders. */
  private sweep(): void {
    sweepCgroups(this.cgroupKind, `asyground-${this.options.instance}`);
    const mounts = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
    const left = mounts
      .map((line) => line.split(' ')[4] ?? '')
      .filter((place) => place.startsWith(`${this.slotsFolder}/`));
    for (const place of left) spawnSync('umount', ['-l', place], { stdio: 'ignore' });
    rmSync(this.slotsFolder, { recursive: true, force: true });
    rmSync(this.socketPath, { force: true });
  }

  private tell(event: KeeperEvent): void {
    this.worker?.write(`${JSON.stringify(event)}\n`);
  }
}

/** Where the keeper of a run folder listens. */
export function keeperSocket(runFolder: string): string {
  return path.join(runFolder, 'keeper.sock');
}

/** Highest user id that jails may use, counted from the first. */
export const JAIL_USERS = MAX_SLOTS;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
