import { hostname } from 'node:os';
import type { WorkerHeartbeat } from '@/core/messages';

/** What a worker says of itself, with every beat: who it is, what it runs, and what it uses. */

/** What does not change while it lives. */
type Facts = Pick<WorkerHeartbeat, 'worker' | 'hostKey' | 'version' | 'toolchain' | 'walls'>;

interface Beating {
  readonly id: string;
  readonly served: { readonly running: string | undefined };
}

/** Handed in by tests. */
interface OwnProcess {
  readonly cpuUsage: () => { readonly user: number; readonly system: number };
  readonly memoryBytes: () => number;
  readonly nowMs: () => number;
}

const THIS_PROCESS: OwnProcess = {
  cpuUsage: () => process.cpuUsage(),
  memoryBytes: () => process.memoryUsage.rss(),
  nowMs: () => performance.now(),
};

export class Heartbeats {
  private readonly startedAtMs = Date.now();
  private last: { readonly cpuMs: number; readonly atMs: number };

  constructor(
    private readonly facts: Facts,
    private readonly own: OwnProcess = THIS_PROCESS,
  ) {
    this.last = this.use();
  }

  next(backends: readonly Beating[], shellPlaces: readonly Beating[], differing: readonly string[]): WorkerHeartbeat {
    const busy = [...backends, ...shellPlaces].flatMap(({ id, served: { running } }) =>
      running === undefined ? [] : [[id, running]],
    );
    const [before, now] = [this.last, this.use()];
    this.last = now;
    return {
      ...this.facts,
      backends: backends.map(({ id }) => id),
      shellPlaces: shellPlaces.map(({ id }) => id),
      busy: Object.fromEntries(busy) as Record<string, string>,
      host: hostname(),
      differing: [...differing],
      startedAtMs: this.startedAtMs,
      memoryBytes: this.own.memoryBytes(),
      // Of one processor, since the beat before.
      cpuShare: Math.round(((now.cpuMs - before.cpuMs) / Math.max(1, now.atMs - before.atMs)) * 100) / 100,
    };
  }

  private use(): { cpuMs: number; atMs: number } {
    const { user, system } = this.own.cpuUsage();
    return { cpuMs: (user + system) / 1000, atMs: this.own.nowMs() };
  }
}
