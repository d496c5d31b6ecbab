import { JAIL_LIMITS } from '@/core/limits';
import type { Log } from '@/platform/log';
import type { RenderSubmission } from '../asy/command';
import { Run, type RunEnd } from '../asy/run';
import type { Slots } from '../jail/slots';
import type { Load } from '../load';
import type { Shortcut, Shortcuts } from './shortcuts';
import { startIn } from './starter';
import { Witness } from './witness';

/**
 * The check that shortcuts change nothing: one render in so many is repeated without any, when no backend is busy, and
 * compared. If a person could have seen a difference, it is repeated twice more. A program that comes out differently by
 * itself (a random picture) proves nothing. Otherwise the shortcut that is to blame is turned off, and an alarm raised.
 */

export interface SelfCheckOptions {
  /** One render in so many; 0 means never. */
  readonly every: number;
  readonly repeat: (submission: RenderSubmission, how: Repetition) => Promise<string | undefined>;
  readonly load: Pick<Load, 'busy'>;
  readonly shortcuts: Pick<Shortcuts, 'turnOff'>;
  readonly log: Log;
}

/** stock: no shortcut at all. faster: the prepared files and our library in asy, in a fresh jail. */
export type Repetition = 'stock' | 'faster';

export interface Rendered {
  readonly submission: RenderSubmission;
  readonly witness: Pick<Witness, 'summary'>;
  readonly end: Pick<RunEnd, 'outcome' | 'way'>;
}

export class SelfCheck {
  private count = 0;
  private isChecking = false;

  constructor(private readonly options: SelfCheckOptions) {}

  /** Counts a render; true if it shall be witnessed. */
  wantsNext(): boolean {
    const { every } = this.options;
    this.count += 1;
    return every > 0 && this.count % every === 0;
  }

  /** Only what ended by itself can be repeated, and only with time to spare. */
  consider(rendered: Rendered): void {
    const { kind } = rendered.end.outcome;
    if (this.isChecking || (kind !== 'success' && kind !== 'failed' && kind !== 'no-image')) return;
    this.isChecking = true;
    // The backend that rendered it is free in a moment.
    setTimeout(() => {
      void this.check(rendered)
        .catch((error: unknown) => {
          this.options.log.warn({ err: error instanceof Error ? error.message : error }, 'a repetition failed');
        })
        .finally(() => (this.isChecking = false));
    }, PAUSE_MILLISECONDS);
  }

  private async check({ submission, witness, end }: Rendered): Promise<void> {
    const { repeat, load, shortcuts, log } = this.options;
    if (load.busy > 0) return;
    const seen = witness.summary();
    const expected = await repeat(submission, 'stock');
    if (expected === undefined) return;
    if (seen === expected) {
      log.info({ way: end.way }, 'a repetition came out the same');
      return;
    }
    const [again, faster] = [await repeat(submission, 'stock'), await repeat(submission, 'faster')];
    if (again !== expected || faster === undefined) {
      log.info('a program comes out differently by itself');
      return;
    }
    const guilty: Shortcut | undefined = faster !== expected ? 'faster' : end.way === 'warm' ? 'warm' : undefined;
    if (!guilty) return;
    log.error({ shortcut: guilty, seen, expected }, 'a shortcut changed what a person sees; it is turned off');
    shortcuts.turnOff(guilty);
  }
}

const PAUSE_MILLISECONDS = 100;
const NICENESS = 19;
/** No class allows more. */
const DURATION_SECONDS = 30;

/** Repeats a submission in a spare slot; undefined if there is none. */
export function repeatIn(slots: Slots, leaveSlots: number) {
  return async (submission: RenderSubmission, how: Repetition): Promise<string | undefined> => {
    const slot = slots.takeSpare(leaveSlots);
    if (!slot) return undefined;
    const witness = new Witness();
    const options = {
      way: how === 'stock' ? ('stock' as const) : ('cold' as const),
      isPrepared: how !== 'stock',
      durationSeconds: DURATION_SECONDS,
      niceness: NICENESS,
    };
    const run = new Run({
      start: () => startIn(slot, submission, options),
      durationSeconds: DURATION_SECONDS,
      maxMemoryBytes: JAIL_LIMITS.maxMemoryBytes,
      send: (message) => witness.see(message),
    });
    try {
      await run.finish();
      return witness.summary();
    } finally {
      void slots.giveBack(slot);
    }
  };
}
