import { JAIL_LIMITS } from '@/core/limits';
import type { Log } from '@/platform/log';
import { renderCommand, type RenderSubmission } from '../asy/command';
import { needsDisplay, withDisplay } from '../asy/display';
import { lookBefore, type Before } from '../asy/changedFiles';
import { labelsFile } from '../asy/labels';
import { asksForObjects, OBJECTS_REQUEST } from '../asy/objects';
import { wantedOf, type Wanted } from '../asy/results';
import type { Jail, JailSlot } from '../jail/jail';
import type { Slots } from '../jail/slots';
import { fitsFaster, fitsLabels, fitsWarm, needsRoom } from './fitness';
import { kindOf } from './kind';
import type { LabelMemory } from './labelMemory';
import { importedModules, shadows } from './modules';
import type { WarmPool } from './pool';
import type { Shortcuts } from './shortcuts';
import type { Given, WarmJail } from './warmJail';

/** Starts the program of a submission by the shortest way that is certain to give the same result. */

/** warm: in a jail that waited. cold: in a fresh jail, with our library in asy. stock: in a fresh jail, as asy is. */
export type StartMode = 'warm' | 'cold' | 'stock';

export interface Started {
  readonly startMode: StartMode;
  readonly jail: Jail;
  /** With modules read ahead. */
  readonly isAhead?: boolean;
  /** The sizes of labels that it was given, if it was. */
  readonly labels?: string;
  /** To be told what it has learned of labels. */
  readonly learn?: (labels: string) => void;
  /** To be collected when the jail has ended and everything wanted has been read. */
  readonly slot: JailSlot;
  /** What the picture of the main file is called, without its extension. */
  readonly stem: string;
  readonly wanted: Wanted;
  /** Whether it was asked which line drew what. */
  readonly tellsObjects: boolean;
  /** What the files of the submission looked like before the program ran. */
  readonly before: Before;
}

interface StarterOptions {
  readonly slots: Slots;
  readonly pool: WarmPool;
  readonly shortcuts: Shortcuts;
  /** Whether a jail can have a display for pictures in space. */
  readonly hasDisplay: boolean;
  readonly labels: LabelMemory;
  readonly log: Log;
}

/** Who wants it, and from where. */
interface Owner {
  readonly client: string;
  readonly address: string;
  /** Only then is anything kept of its renders, or used for them. */
  readonly remembers?: boolean;
}

export class Starter {
  constructor(private readonly options: StarterOptions) {}

  get hasDisplay(): boolean {
    return this.options.hasDisplay;
  }

  async start(submission: RenderSubmission, durationSeconds: number, owner: Owner): Promise<Started> {
    const { slots, shortcuts, hasDisplay, labels: memory } = this.options;
    const onDisplay = hasDisplay && needsDisplay(submission);
    const mayBeWarm = fitsWarm(submission, shortcuts.modules) && shortcuts.isOpenTo('warm', submission);
    const remembers = owner.remembers === true && shortcuts.isOpenTo('labels', submission) && fitsLabels(submission);
    const labels = remembers ? memory.of(owner.client) : undefined;
    const learn = remembers ? (learned: string) => memory.keep(owner.client, learned) : undefined;
    const warm = mayBeWarm ? await this.startWarm(submission, onDisplay, owner.address, labels) : undefined;
    if (warm) return { ...warm, learn };
    const startMode = shortcuts.isOpenTo('faster', submission) && fitsFaster(submission) ? 'cold' : 'stock';
    const isPrepared = shortcuts.isOn('prepared');
    const slot = await slots.take();
    try {
      const { niceness } = JAIL_LIMITS;
      const options = { startMode, onDisplay, isPrepared, durationSeconds, niceness, labels } as const;
      return { ...(await startIn(slot, submission, { ...options, address: owner.address })), learn };
    } catch (error) {
      void slots.giveBack(slot);
      throw error;
    }
  }

  /** Undefined if none waits, or the one that did is broken. */
  private async startWarm(
    submission: RenderSubmission,
    onDisplay: boolean,
    address: string,
    labels: string | undefined,
  ): Promise<Started | undefined> {
    const { pool, shortcuts, log } = this.options;
    const { library } = shortcuts;
    const mayBeAhead = shortcuts.isOpenTo('ahead', submission) && !shadows(submission.files, library.names);
    const kind = kindOf(submission, mayBeAhead ? importedModules(submission.files, library) : [], onDisplay);
    const waiting = kind && (await pool.take(address, kind, mayBeAhead));
    if (!waiting) return undefined;
    try {
      return startedWarm(waiting, submission, { address, labels });
    } catch (error) {
      log.warn({ err: error }, 'a waiting jail did not take its task');
      void pool.throwAway(waiting);
      return undefined;
    }
  }
}

/** Hands it over. One that is nobody's, a repetition, stays behind everything else. */
export function startedWarm(waiting: WarmJail, submission: RenderSubmission, given: Given = {}): Started {
  const { jail, slot, kind } = waiting;
  return {
    startMode: 'warm',
    isAhead: kind.modules.length > 0,
    labels: given.labels,
    jail,
    slot,
    stem: renderCommand(submission).stem,
    wanted: wantedOf(submission),
    tellsObjects: asksForObjects(submission),
    before: waiting.handOver(submission, given),
  };
}

interface ColdOptions {
  readonly startMode: 'cold' | 'stock';
  /** In a jail with a display. */
  readonly onDisplay?: boolean;
  readonly isPrepared: boolean;
  readonly durationSeconds: number;
  readonly niceness: number;
  readonly address?: string;
  /** Sizes of labels; of use to our library only. */
  readonly labels?: string;
}

export async function startIn(slot: JailSlot, submission: RenderSubmission, options: ColdOptions): Promise<Started> {
  const plain = renderCommand(submission, options.startMode === 'cold');
  const { command, environment, stem, extraFile } = options.onDisplay ? withDisplay(plain, submission) : plain;
  const request = {
    command,
    environment,
    cpuSeconds: Math.ceil(options.durationSeconds) + JAIL_LIMITS.extraCpuSeconds,
    input: false,
    mergeErrors: submission.options.stderrRedir,
    niceness: options.niceness,
    address: options.address,
    prepared: options.isPrepared,
    roomy: options.onDisplay === true || needsRoom(submission.files),
  };
  const tellsObjects = asksForObjects(submission);
  const labels = options.startMode === 'cold' ? options.labels : undefined;
  const jail = await slot.run(request, [
    ...submission.files,
    ...(extraFile ? [extraFile] : []),
    ...(tellsObjects ? [OBJECTS_REQUEST] : []),
    ...(labels === undefined ? [] : [labelsFile(labels)]),
  ]);
  const before = lookBefore(jail.folder, submission.files.keys());
  const wanted = wantedOf(submission);
  return { startMode: options.startMode, labels, jail, slot, stem, wanted, tellsObjects, before };
}
