import type { Log } from '@/platform/log';
import { JAIL_LIMITS, WARM_LIMITS } from '@/core/limits';
import type { JailSlot } from '../jail/jail';
import type { Slots } from '../jail/slots';
import type { Load } from '../load';
import type { Shortcuts } from './shortcuts';
import { templateOf, USUAL_KIND, type WarmKind } from './kind';
import { bestIndex, KindDemand } from './kindDemand';
import { RecentDemand } from './recentDemand';
import type { WarmJail } from './warmJail';

/**
 * The jails of a worker that wait for tasks.
 *
 * Each serves one task and is thrown away. The pool is filled one jail at a time and behind everything else, unless less
 * than half is left, of all or of a kind that somebody asked for lately: then somebody may need it at any moment. A jail that has
 * waited too long, has ended or has printed something is replaced. Half of the pool is not for an address that has several
 * tasks under way while somebody else has one after another (recentDemand.ts). They are of the kinds that are asked for most of late (kindDemand.ts).
 */

interface PoolOptions {
  readonly size: number;
  /** Slots that are left for the tasks themselves. */
  readonly reservedSlots: number;
  readonly slots: Slots;
  readonly load: Load;
  readonly shortcuts: Shortcuts;
  readonly isRoot: boolean;
  /** Most jails are ready so soon that a task for which none waits has one started. */
  readonly hasTemplates: boolean;
  readonly startJail: typeof WarmJail.start;
  readonly log: Log;
}

/** One that is being started. */
interface Starting {
  readonly kind: WarmKind;
  /** Somebody waits for it: it is not behind others any more. */
  readonly hurry: AbortController;
}

export class WarmPool {
  private readonly ready: WarmJail[] = [];
  private readonly demand = new RecentDemand();
  private readonly kindDemand = new KindDemand();
  private readonly starting: Starting[] = [];
  /** Whoever waits for one of these. */
  private readonly awaited = new Set<() => void>();
  private notBeforeMs = 0;
  private tending: NodeJS.Timeout | undefined;
  private looking: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(private readonly options: PoolOptions) {}

  start(): void {
    this.options.load.onChange(() => this.tendSoon(WARM_LIMITS.settleMs));
    this.looking = setInterval(() => this.look(), WARM_LIMITS.lookSeconds * 1000);
    this.tendSoon(0);
  }

  stop(): void {
    this.stopped = true;
    clearInterval(this.looking);
    clearTimeout(this.tending);
  }

  get waiting(): number {
    return this.ready.length;
  }

  /**
   * One that is fit, or none; the task then runs in a jail of its own. One that is just being started is waited for: that
   * is sooner than a fresh start, and costs less. With templates (docs/speed.md) one that is started only now is ready
   * sooner, too. `mayBeAhead`: modules may have been read.
   */
  async take(address: string, kind: WarmKind, mayBeAhead: boolean): Promise<WarmJail | undefined> {
    if (!this.options.shortcuts.isOn('warm')) return undefined;
    const jail = await this.takeWaiting(address, kind, mayBeAhead);
    return jail ?? (this.isQuick(kind) ? this.startNow(kind) : undefined);
  }

  private async takeWaiting(address: string, kind: WarmKind, mayBeAhead: boolean): Promise<WarmJail | undefined> {
    const nowMs = performance.now();
    const { size, load } = this.options;
    const isBurden = this.demand.burdensOthers(address, load.of(address), nowMs);
    const left = isBurden ? Math.ceil(size / 2) : 0;
    this.kindDemand.note(address, kind, nowMs);
    if (left > 0 && this.ready.length <= left) return undefined;
    const endMs = nowMs + WARM_LIMITS.startingPatienceMs;
    for (;;) {
      const jail = this.pick(kind, mayBeAhead);
      const kinds = this.starting.map((one) => one.kind);
      const coming = this.starting[bestIndex(kinds, kind, mayBeAhead)];
      const patienceMs = endMs - performance.now();
      // Not more wait than there will be.
      if (jail || left > 0 || !coming || patienceMs <= 0 || this.awaited.size >= this.starting.length) return jail;
      coming.hurry.abort();
      await this.untilNextReady(patienceMs);
    }
  }

  /** Whether one is made in a moment. */
  private isQuick(kind: WarmKind): boolean {
    return this.options.hasTemplates && templateOf(kind) !== undefined;
  }

  /** In the slot that the task would have had. */
  private async startNow(kind: WarmKind): Promise<WarmJail | undefined> {
    const { slots, log } = this.options;
    const slot = slots.takeSpare(0);
    if (!slot) return undefined;
    const hurry = new AbortController();
    hurry.abort();
    const jail = await this.startIn(slot, { kind, hurry }, JAIL_LIMITS.niceness).catch((error: unknown) => {
      log.warn({ err: error }, 'a jail could not be started');
      return undefined;
    });
    if (!jail) void slots.giveBack(slot);
    return jail;
  }

  private pick(kind: WarmKind, mayBeAhead: boolean): WarmJail | undefined {
    for (;;) {
      const kinds = this.ready.map((jail) => jail.kind);
      const best = bestIndex(kinds, kind, mayBeAhead);
      const [jail] = best < 0 ? [] : this.ready.splice(best, 1);
      if (!jail || jail.isFit) return jail;
      void this.throwAway(jail);
    }
  }

  private untilNextReady(patienceMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(late);
        this.awaited.delete(wake);
        resolve();
      };
      const late = setTimeout(wake, patienceMs);
      this.awaited.add(wake);
    });
  }

  private look(): void {
    if (!this.options.shortcuts.checkToolchain() || !this.options.shortcuts.isOn('warm')) {
      for (const jail of this.ready.splice(0)) void this.throwAway(jail);
      return;
    }
    const oldest = this.ready[0];
    if (oldest && (!oldest.isFit || performance.now() - oldest.startedAtMs > WARM_LIMITS.maxAgeSeconds * 1000)) {
      this.ready.shift();
      void this.throwAway(oldest);
    }
    this.tendSoon(0);
  }

  private tendSoon(milliseconds: number): void {
    clearTimeout(this.tending);
    if (!this.stopped) this.tending = setTimeout(() => void this.tend(), milliseconds);
  }

  private async tend(): Promise<void> {
    const { size, slots, reservedSlots, load, log } = this.options;
    if (this.ready.length + this.starting.length >= size) return this.makeRoom();
    if (!this.mayStart()) return;
    // A busy backend has one of its slots already, which may be one that a jail of the pool waited in.
    const slot = slots.takeSpare(reservedSlots - load.busy);
    if (!slot) return;
    const kind = this.nextKind();
    const starting = { kind, hurry: new AbortController() };
    // Unless somebody may need it at any moment, it must not slow down those who render now.
    const niceness = this.isUrgent() ? JAIL_LIMITS.aheadNiceness : JAIL_LIMITS.lowestNiceness;
    this.starting.push(starting);
    this.tendSoon(0);
    const jail = await this.startIn(slot, starting, niceness).catch((error: unknown) => {
      log.warn({ err: error }, 'a jail could not be started ahead');
      return undefined;
    });
    this.starting.splice(this.starting.indexOf(starting), 1);
    if (jail) this.ready.push(jail);
    else {
      this.notBeforeMs = performance.now() + WARM_LIMITS.failurePauseSeconds * 1000;
      void slots.giveBack(slot);
    }
    for (const wake of this.awaited) wake();
    this.tendSoon(0);
  }

  /** One is thrown away that nobody wants any more, where another is made in a moment. */
  private makeRoom(): void {
    const { size } = this.options;
    const ready = this.ready.map(({ kind }) => kind);
    const isWorthIt = this.isQuick(this.nextKind());
    const index = isWorthIt ? this.kindDemand.superfluous(ready, size, performance.now()) : -1;
    for (const jail of index < 0 ? [] : this.ready.splice(index, 1)) void this.throwAway(jail);
  }

  private nextKind(): WarmKind {
    const { shortcuts, size } = this.options;
    const kind = size > 1 ? this.kindDemand.next(this.kinds, size, performance.now()) : USUAL_KIND;
    return shortcuts.isOn('ahead') ? kind : { ...kind, modules: [] };
  }

  private get kinds(): WarmKind[] {
    return [...this.ready.map(({ kind }) => kind), ...this.starting.map(({ kind }) => kind)];
  }

  /** Somebody may need it at any moment. */
  private isUrgent(): boolean {
    // Somebody renders so often that there is no pause: not all shall be gone when the last is taken.
    const { size } = this.options;
    const ready = this.ready.map(({ kind }) => kind);
    return 2 * ready.length <= size || this.kindDemand.isScarce(ready, size, performance.now());
  }

  private startIn(slot: JailSlot, { kind, hurry }: Starting, niceness: number): Promise<WarmJail | undefined> {
    const { shortcuts, isRoot } = this.options;
    return this.options.startJail(slot, {
      kind,
      hurry: hurry.signal,
      isPrepared: shortcuts.isOn('prepared'),
      isFaster: shortcuts.isOn('faster'),
      niceness: isRoot ? niceness : JAIL_LIMITS.niceness,
    });
  }

  private mayStart(): boolean {
    const { load, shortcuts } = this.options;
    if (this.stopped || !shortcuts.isOn('warm') || performance.now() < this.notBeforeMs) return false;
    // With every backend busy others may wait in the queue: what is started now must not take much from them.
    const together = this.ready.length === 0 && !load.isFull ? WARM_LIMITS.startedTogether : 1;
    if (this.isUrgent()) return this.starting.length < together;
    const wait = (load.busy > 0 ? WARM_LIMITS.yieldMs : WARM_LIMITS.settleMs) - load.unchangedMs;
    if (wait > 0) this.tendSoon(wait);
    return wait <= 0 && this.starting.length === 0;
  }

  async throwAway(jail: WarmJail): Promise<void> {
    await jail.discard();
    await this.options.slots.giveBack(jail.slot);
    this.tendSoon(WARM_LIMITS.settleMs);
  }
}
