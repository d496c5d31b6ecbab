import { DEFAULT_LEVEL_SECONDS, JAIL_LIMITS } from '@/core/limits';
import type { Log } from '@/platform/log';
import type { RenderSubmission } from '../asy/command';
import { needsDisplay } from '../asy/display';
import { Run, type RunEnd } from '../asy/run';
import type { JailSlot } from '../jail/jail';
import type { Load } from '../load';
import type { Shortcut, Shortcuts } from './shortcuts';
import { startedWarm, startIn, type Started } from './starter';
import { RunDigest } from './runDigest';
import { fitsFaster } from './fitness';
import { kindOf, type WarmKind } from './kind';
import { importedModules, type Library } from './modules';
import { WarmJail } from './warmJail';

/**
 * The check that shortcuts change nothing: one render in so many is repeated without any, when no backend is busy, and
 * compared. If a person could have seen a difference, it is repeated twice more. A program that comes out differently by
 * itself (a random picture) proves nothing. Otherwise the shortcut that is to blame is accused (worker/warm/shortcuts.ts).
 */

interface SelfCheckOptions {
  /** One render in so many; 0 means never. */
  readonly every: number;
  /** What a person sees of it then; undefined if that is too large to compare, or it did not end by itself. */
  readonly repeat: (submission: RenderSubmission, how: Repetition, labels?: string) => Promise<string | undefined>;
  readonly load: Pick<Load, 'busy'>;
  readonly shortcuts: Pick<Shortcuts, 'accuse'>;
  readonly log: Log;
}

/**
 * stock: no shortcut at all. faster: the prepared files and our library in asy, in a fresh jail. warm: in a jail that waited
 * and has read no modules. ahead: in one that has read those that it imports. labels: with the sizes of labels that it had.
 */
export type Repetition = 'stock' | 'faster' | 'warm' | 'ahead' | 'labels';

export interface Rendered {
  readonly submission: RenderSubmission;
  /** Where it came from. */
  readonly address: string;
  readonly digest: Pick<RunDigest, 'summary'>;
  readonly end: Pick<RunEnd, 'outcome' | 'startMode' | 'isAhead' | 'labels'>;
}

export class SelfCheck {
  private count = 0;
  private isChecking = false;

  constructor(private readonly options: SelfCheckOptions) {}

  /** Counts a render; true if it shall be digested. */
  wantsNext(): boolean {
    const { every } = this.options;
    this.count += 1;
    return every > 0 && this.count % every === 0;
  }

  /** Only what ended by itself can be repeated, and only with time to spare. */
  consider(rendered: Rendered): void {
    if (this.isChecking || !endedByItself(rendered.end)) return;
    this.isChecking = true;
    // The backend that rendered it is free in a moment.
    setTimeout(() => {
      void this.check(rendered)
        .catch((error: unknown) => {
          this.options.log.warn({ err: error }, 'a repetition failed');
        })
        .finally(() => (this.isChecking = false));
    }, PAUSE_MS);
  }

  private async check({ submission, address, digest, end }: Rendered): Promise<void> {
    const { repeat, load, shortcuts, log } = this.options;
    if (load.busy > 0) return;
    const seen = digest.summary();
    if (seen === undefined) return;
    const expected = await repeat(submission, 'stock');
    if (seen === expected) {
      log.info({ startMode: end.startMode }, 'a repetition came out the same');
      return;
    }
    const again = expected === undefined ? undefined : await repeat(submission, 'stock');
    // On a busy machine it may not have had the time, behind everything else.
    if (again === undefined) return;
    if (again !== expected) {
      log.info('a program comes out differently by itself');
      return;
    }
    const guilty = await this.findGuilty(submission, end, expected);
    if (!guilty) {
      log.info({ startMode: end.startMode }, 'a render differed, and its repetitions did not');
      return;
    }
    log.warn({ shortcut: guilty, seen, expected }, 'a shortcut changed what a person sees');
    shortcuts.accuse(guilty, submission, address);
  }

  /**
   * The first shortcut with which it comes out differently again: each stands upon those before. A difference that does not
   * come again was of the moment, as that of a TeX that writes down the time.
   */
  private async findGuilty(
    submission: RenderSubmission,
    { startMode, isAhead = false, labels }: Rendered['end'],
    expected: string | undefined,
  ): Promise<Shortcut | undefined> {
    const isWarm = startMode === 'warm';
    const suspects = [
      'faster',
      ...(isWarm ? (['warm'] as const) : []),
      ...(isAhead ? (['ahead'] as const) : []),
      ...(labels === undefined ? [] : (['labels'] as const)),
    ] as const;
    for (const how of suspects) {
      const again = await this.options.repeat(submission, how, labels);
      if (again === undefined) return undefined;
      if (again !== expected) return how;
    }
    return undefined;
  }
}

function endedByItself({ outcome: { kind } }: Pick<RunEnd, 'outcome'>): boolean {
  return kind === 'success' || kind === 'failed' || kind === 'no-image';
}

const PAUSE_MS = 100;
/** No class allows more. */
const DURATION_SECONDS = Math.max(...DEFAULT_LEVEL_SECONDS);
/** With everything around it. */
const REPETITION_SECONDS = 2 * DURATION_SECONDS;

/**
 * Repeats submissions one after another in a slot of their own: one that is lent by the tasks is not always there, and
 * without all its repetitions a difference proves nothing. A run has its time limit, and so has all that is around it; no
 * result is waited for.
 */
export function repeatIn(slot: JailSlot, library: Library, hasDisplay: boolean) {
  return async (submission: RenderSubmission, how: Repetition, labels?: string): Promise<string | undefined> => {
    const digest = new RunDigest();
    const onDisplay = hasDisplay && needsDisplay(submission);
    const run = new Run({
      start: () => {
        if (how === 'stock' || how === 'faster')
          return startCold(slot, submission, { onDisplay, isStock: how === 'stock' });
        if (how === 'labels') return startCold(slot, submission, { onDisplay, isStock: false, labels });
        const modules = how === 'ahead' ? importedModules(submission.files, library) : [];
        return startWarm(slot, kindOf(submission, modules, onDisplay), submission);
      },
      durationSeconds: DURATION_SECONDS,
      maxMemoryBytes: JAIL_LIMITS.maxMemoryBytes,
      send: async (message) => digest.see(message),
    });
    const late = setTimeout(() => run.stop(), REPETITION_SECONDS * 1000);
    try {
      return endedByItself(await run.finish()) ? digest.summary() : undefined;
    } finally {
      clearTimeout(late);
      await run.end();
      await slot.collect();
    }
  };
}

interface Cold {
  readonly isStock: boolean;
  readonly onDisplay: boolean;
  readonly labels?: string;
}

function startCold(slot: JailSlot, submission: RenderSubmission, { isStock, ...cold }: Cold): Promise<Started> {
  return startIn(slot, submission, {
    startMode: isStock || !fitsFaster(submission) ? 'stock' : 'cold',
    isPrepared: !isStock,
    ...cold,
    durationSeconds: DURATION_SECONDS,
    niceness: JAIL_LIMITS.lowestNiceness,
  });
}

async function startWarm(slot: JailSlot, kind: WarmKind | undefined, submission: RenderSubmission): Promise<Started> {
  const options = { isPrepared: true, isFaster: true, niceness: JAIL_LIMITS.lowestNiceness };
  const waiting = kind && (await WarmJail.start(slot, { kind, ...options }));
  if (!waiting) throw new Error('a jail did not become ready for a repetition');
  return startedWarm(waiting, submission);
}
