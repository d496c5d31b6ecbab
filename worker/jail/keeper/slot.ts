import { setTimeout as sleep } from 'node:timers/promises';
import { JAIL_LIMITS } from '@/core/limits';
import type { Cgroup } from './cgroup';
import type { Tenant } from './jailProcess';
import type { JailSpec, KeeperEvent } from './protocol';

/**
 * One slot: a place where one jail at a time lives, with a user, a work folder and pipes of its own.
 *
 * closed  -> open():    pipes made once, an empty work folder mounted (as root), a fresh cgroup, a new generation -> open
 * open    -> spawn():   bubblewrap runs the command, or waits for release() -> running
 * running -> the program ends, or kill(): `ended` is told; when every process is gone, `exited` is told -> ended
 * open, running, ended -> collect(): what runs is killed, work folder and cgroup are thrown away, opened anew -> open
 * Anything else asked in another state is answered with `failed` and changes nothing; stops are not answered at all.
 *
 * A request of another generation than the present one does nothing. Opening, collecting and closing take a while and
 * wait for one another: a slot that is closed while it is being opened must not mount a folder afterwards, over that of
 * the one that comes next. While one of them is under way there is no generation, so nothing reaches what comes or goes.
 */

/** What a slot is made of; handed in, so that its states can be tested without a jail. */
interface SlotParts {
  readonly folder: { open(): Promise<void>; renew(): Promise<void>; empty(): Promise<void>; remove(): void };
  readonly makeCgroup: () => Cgroup | undefined;
  readonly start: (spec: JailSpec, cgroup: Cgroup | undefined, onSpawned: (pid: number) => void) => Tenant;
  /** Never the same twice, nor 0. */
  readonly nextGeneration: () => number;
  readonly tell: (event: KeeperEvent) => void;
}

type State = 'closed' | 'open' | 'running' | 'ended';

const GONE_POLL_MS = 2;
/** No generation: what every slot has before it is opened. */
const NONE = 0;

export class Slot {
  private state: State = 'closed';
  private generation = NONE;
  private cgroup: Cgroup | undefined;
  private tenant: Tenant | undefined;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly number: number,
    private readonly parts: SlotParts,
  ) {}

  open(): Promise<void> {
    return this.inTurn(async () => {
      if (this.state !== 'closed') return this.fail(this.generation, `is ${this.state}, not closed`);
      await this.parts.folder.open();
      this.beOpen();
    });
  }

  /** Whether this is the generation that lives here now. */
  isAt(generation: number): boolean {
    return generation !== NONE && generation === this.generation;
  }

  spawn(generation: number, spec: JailSpec): void {
    if (!this.isAt(generation)) return;
    if (this.state !== 'open') return this.fail(generation, `is ${this.state}, not open`);
    const { start, tell } = this.parts;
    const told = { slot: this.number, generation };
    const tenant = start(spec, this.cgroup, (pid) => tell({ event: 'spawned', ...told, pid }));
    this.tenant = tenant;
    this.state = 'running';
    void tenant.ended.then((end) => tell({ event: 'ended', ...told, end }));
    void tenant.gone.then((end) => {
      this.state = 'ended';
      tell({ event: 'exited', ...told, end });
    });
  }

  release(generation: number): void {
    if (!this.isAt(generation)) return;
    if (this.state !== 'running' || !this.tenant?.release()) this.fail(generation, 'holds nothing to release');
  }

  setNiceness(generation: number, niceness: number, address?: string): void {
    this.running(generation)?.setNiceness(niceness, address);
  }

  interrupt(generation: number): void {
    this.running(generation)?.interrupt();
  }

  kill(generation: number): void {
    this.running(generation)?.kill();
  }

  abandon(): void {
    this.running(this.generation)?.abandon();
  }

  async collect(generation: number): Promise<void> {
    if (!this.isAt(generation)) return;
    this.generation = NONE;
    this.tenant?.kill();
    await this.inTurn(async () => {
      await this.tearDown();
      await this.parts.folder.renew();
      this.beOpen();
    });
  }

  /** Ends whatever is here, in any state, and leaves nothing. */
  close(): Promise<void> {
    this.generation = NONE;
    this.tenant?.kill();
    return this.inTurn(async () => {
      // Opened while this waited for its turn.
      this.generation = NONE;
      if (this.state !== 'closed') {
        await this.tearDown();
        await this.parts.folder.empty();
      }
      this.parts.folder.remove();
    });
  }

  private running(generation: number): Tenant | undefined {
    return this.isAt(generation) && this.state === 'running' ? this.tenant : undefined;
  }

  private inTurn(act: () => Promise<void>): Promise<void> {
    const done = this.turn.then(act);
    // Whoever asked hears of the failure; the next in turn goes on.
    this.turn = done.catch(() => undefined);
    return done;
  }

  private beOpen(): void {
    this.cgroup = this.parts.makeCgroup();
    this.state = 'open';
    this.generation = this.parts.nextGeneration();
    this.parts.tell({ event: 'opened', slot: this.number, generation: this.generation });
  }

  private async tearDown(): Promise<void> {
    // Killed once more: what was started just before this had its turn.
    this.tenant?.kill();
    await this.tenant?.gone;
    this.tenant = undefined;
    const endMs = performance.now() + JAIL_LIMITS.goneSeconds * 1000;
    while (this.cgroup && !this.cgroup.remove()) {
      if (performance.now() > endMs) throw new Error(`processes in slot ${this.number} cannot be killed`);
      await sleep(GONE_POLL_MS);
    }
    this.cgroup = undefined;
    this.state = 'closed';
  }

  private fail(generation: number, why: string): void {
    this.parts.tell({ event: 'failed', slot: this.number, generation, message: `slot ${this.number} ${why}` });
  }
}
