import { spawn as spawnProcess, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { SUPERVISOR_LIMITS, WATCHDOG_LIMITS } from '@/core/limits';
import type { Owner } from '../dataFolder';
import { aliveMessage, HOPELESS_EXIT_CODE, hopelessMessage } from '../childContext';
import type { Log } from '../log';
import type { Command } from '../command';
import { raisePriority } from './priority';
import { isTraced, stateOf } from './processState';
import { Watchdog } from './watchdog';

/**
 * One child of the supervisor: started, restarted when it dies, stopped on request.
 *
 * Every child stands in a session of its own (Ctrl-C reaches only the supervisor, which stops them in order) and asks
 * the kernel to be killed when the supervisor dies, whichever way.
 */

export interface ChildOptions {
  readonly name: string;
  readonly command: Command;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly owner: Owner | undefined;
  /** How long it may take to end by itself after SIGTERM. */
  readonly graceSeconds: number;
  /** An IPC channel, over which a child of ours says that it is ready. */
  readonly talks: boolean;
  readonly log: Log;
  readonly onMessage?: (message: unknown) => void;
  /** Killed when its heartbeats stop; not while somebody works on it. */
  readonly isWatched: boolean;
  /** A new start would fail the same way: the whole product stops instead. `why` is what it said last. */
  readonly onHopeless: (code: number, why: string | undefined) => void;
  /** Of Node, unless a test has its own. */
  readonly spawn?: (file: string, args: readonly string[], options: SpawnOptions) => ChildProcess;
}

/** Who dies of these did not fail by itself: somebody killed it, or the kernel did for want of memory. */
const FROM_OUTSIDE: readonly (string | null)[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'];

const { firstRestartMs, mostRestartMs, mostReadyRestartMs, steadySeconds } = SUPERVISOR_LIMITS;

export class Child {
  private process: ChildProcess | undefined;
  private stopping = false;
  private wasReady = false;
  /** Since its last start. */
  private isReady = false;
  private stoodStill = false;
  private hopeless: string | undefined;
  private restartMs: number = firstRestartMs;
  private restartTimer: NodeJS.Timeout | undefined;
  private ended: Promise<void> = Promise.resolve();
  private readonly watchdog = new Watchdog();
  private watching: NodeJS.Timeout | undefined;
  restarts = 0;

  constructor(private readonly options: ChildOptions) {}

  get pid(): number | undefined {
    return this.process?.pid;
  }

  start(): void {
    const { command, owner, environment, talks, name, log, spawn = spawnProcess } = this.options;
    const identity = owner
      ? ['--reuid', String(owner.uid), '--regid', String(owner.gid), '--clear-groups', '--no-new-privs']
      : [];
    const started = Date.now();
    const child = spawn('setpriv', [...identity, '--pdeathsig', 'KILL', command.file, ...command.args], {
      env: environment as NodeJS.ProcessEnv,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', ...(talks ? (['ipc'] as const) : [])],
    });
    this.process = child;
    if (child.pid !== undefined) raisePriority(child.pid);
    this.isReady = false;
    this.stoodStill = false;
    this.watch(child);
    child.on('message', (message) => {
      if (aliveMessage.safeParse(message).success) return this.watchdog.heard(performance.now());
      const hopeless = hopelessMessage.safeParse(message);
      if (hopeless.success) return void (this.hopeless = hopeless.data.hopeless);
      this.wasReady = true;
      this.isReady = true;
      this.options.onMessage?.(message);
    });
    this.ended = new Promise((resolve) => {
      child.once('error', (error) => log.error({ err: error }, `${name} could not be started`));
      child.once('close', (code, signal) => {
        clearInterval(this.watching);
        resolve();
        if (this.stopping) return;
        // What has worked once may work again: its port is taken for a moment only, say.
        if (code === HOPELESS_EXIT_CODE && !this.wasReady) return this.options.onHopeless(code, this.hopeless);
        this.restart(Date.now() - started, code, signal);
      });
    });
  }

  /** When the process that was started last has ended. */
  get exited(): Promise<void> {
    return this.ended;
  }

  /** Asks it to end, and makes it end when the grace is over. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.restartTimer);
    if (!this.process || this.process.exitCode !== null || this.process.signalCode !== null) return;
    this.process.kill('SIGTERM');
    const killer = setTimeout(() => this.process?.kill('SIGKILL'), this.options.graceSeconds * 1000);
    await this.ended;
    clearTimeout(killer);
  }

  private watch(child: ChildProcess): void {
    if (!this.options.isWatched) return;
    const { name, log } = this.options;
    this.watchdog.reset();
    this.watching = setInterval(() => {
      const milliseconds = this.watchdog.standstillMs(performance.now());
      if (milliseconds === undefined || this.stopping || isTraced(child.pid)) return;
      const doing = stateOf(child.pid);
      log.error({ pid: child.pid, milliseconds, ...doing }, `${name} stands still; it is killed and started again`);
      this.watchdog.reset();
      this.stoodStill = true;
      child.kill('SIGKILL');
    }, WATCHDOG_LIMITS.heartbeatMs);
  }

  private restart(ranMs: number, code: number | null, signal: string | null): void {
    if (ranMs > steadySeconds * 1000) this.restartMs = firstRestartMs;
    const { name, log } = this.options;
    const mayWork = this.isReady || (FROM_OUTSIDE.includes(signal) && !this.stoodStill);
    const pauseMs = mayWork ? Math.min(this.restartMs, mostReadyRestartMs) : this.restartMs;
    log.error({ code, signal, restartMs: pauseMs }, `${name} died; it is started again`);
    this.restarts += 1;
    this.restartTimer = setTimeout(() => this.start(), pauseMs);
    this.restartMs = Math.min(mostRestartMs, this.restartMs * 2);
  }
}
