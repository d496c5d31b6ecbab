import { closeSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_LEVEL_SECONDS, JAIL_LIMITS, WARM_LIMITS } from '@/core/limits';
import { warmCommand, type RenderSubmission } from '../asy/command';
import { displaySettings } from '../asy/display';
import { lookBefore, type Before } from '../asy/changedFiles';
import { labelsFile } from '../asy/labels';
import { asksForObjects, OBJECTS_REQUEST } from '../asy/objects';
import type { Jail, JailSlot } from '../jail/jail';
import { TASK_PIPE } from '../jail/keeper/protocol';
import { WARM_FILE, waitingProgram } from '../jail/keeper/waitingAsy';
import { templateOf, type WarmKind } from './kind';

/**
 * A jail that was started ahead and waits, with asy loaded, for one task.
 *
 * asy is told to import a module before the main file, which reads modules ahead (modules.ts) and then one that is a named
 * pipe: there asy waits for somebody to write. Whoever hands a task over puts its files in place and writes the format it
 * wants; then asy goes on to the main file as if it had just been started.
 */

interface WarmOptions {
  readonly kind: WarmKind;
  readonly isPrepared: boolean;
  readonly isFaster: boolean;
  /** Of the time it is getting ready. Only root can make it less again. */
  readonly niceness: number;
  /** Aborted when somebody waits for it. */
  readonly hurry?: AbortSignal;
}

/** None is ready sooner. */
const LEAST_START_MS = 8;
/** What a jail is given with its task. */
export interface Given {
  /** Whose it is from now on. */
  readonly address?: string;
  /** Sizes of labels. */
  readonly labels?: string;
}

const READY_POLL_MS = 4;
/** The wall clock ends a task long before; this is only a last bound. */
const CPU_SECONDS = 2 * Math.max(...DEFAULT_LEVEL_SECONDS);

export class WarmJail {
  readonly startedAtMs = performance.now();
  private hasEnded = false;
  private pipe: number | undefined;

  private constructor(
    readonly slot: JailSlot,
    readonly jail: Jail,
    readonly kind: WarmKind,
    pipe: number,
  ) {
    this.pipe = pipe;
    void jail.exited.then(() => (this.hasEnded = true));
  }

  /** Undefined if it did not become ready; the slot must be collected then. */
  static async start(slot: JailSlot, options: WarmOptions): Promise<WarmJail | undefined> {
    const { kind } = options;
    const request = {
      ...warmCommand(kind, options.isFaster),
      cpuSeconds: CPU_SECONDS,
      input: false,
      mergeErrors: kind.mergeErrors,
      niceness: options.niceness,
      prepared: options.isPrepared,
      roomy: kind.onDisplay === true,
      template: options.isPrepared && options.isFaster ? templateOf(kind) : undefined,
    };
    const program = new TextEncoder().encode(waitingProgram(kind.modules));
    const jail = await slot.run(request, [[WARM_FILE, program]], true);
    const hurry = () => jail.setNiceness(JAIL_LIMITS.niceness);
    if (options.hurry?.aborted) hurry();
    else options.hurry?.addEventListener('abort', hurry, { once: true });
    let isOver = false;
    void jail.exited.then(() => (isOver = true));
    const late = setTimeout(() => jail.kill(), WARM_LIMITS.readySeconds * 1000);
    try {
      await sleep(LEAST_START_MS);
      while (!isOver) {
        const pipe = jail.folder.openPipe(TASK_PIPE);
        if (pipe !== undefined) {
          // Whatever it does until it has a task, it does behind everything else.
          if (!options.hurry?.aborted) jail.setNiceness(JAIL_LIMITS.lowestNiceness);
          options.hurry?.removeEventListener('abort', hurry);
          return new WarmJail(slot, jail, kind, pipe);
        }
        await sleep(READY_POLL_MS);
      }
      return undefined;
    } finally {
      clearTimeout(late);
    }
  }

  /** It waits still, and has said nothing. */
  get isFit(): boolean {
    const { output, errors } = this.jail;
    return !this.hasEnded && output.readableLength === 0 && (errors?.readableLength ?? 0) === 0;
  }

  /** The task's time begins now, on the account of whoever it is for. */
  handOver(submission: RenderSubmission, { address, labels }: Given): Before {
    const { folder } = this.jail;
    if (address !== undefined) this.jail.setNiceness(JAIL_LIMITS.niceness, address);
    for (const [name, bytes] of submission.files) folder.put(name, bytes);
    if (asksForObjects(submission)) folder.put(...OBJECTS_REQUEST);
    if (labels !== undefined) folder.put(...labelsFile(labels));
    const before = lookBefore(folder, submission.files.keys());
    folder.remove(TASK_PIPE);
    folder.remove(WARM_FILE);
    // An environment that is loaded anew finds the module again, and nothing in it.
    folder.put(WARM_FILE, new Uint8Array());
    if (this.pipe !== undefined) writeSync(this.pipe, settingsOf(submission, this.kind));
    this.closePipe();
    return before;
  }

  /** It is not needed; the slot must be collected after. */
  async discard(): Promise<void> {
    this.closePipe();
    this.jail.kill();
    await this.jail.exited;
  }

  private closePipe(): void {
    if (this.pipe !== undefined) closeSync(this.pipe);
    this.pipe = undefined;
  }
}

/** A waiting asy was started for pages without a network, and without a format. */
function settingsOf(submission: RenderSubmission, { onDisplay }: WarmKind): string {
  const { arguments: args, format, render, antialias } = submission.options;
  if (args !== undefined) return 'settings.offline=false;';
  return [
    `settings.outformat="${format}";`,
    ...(render === undefined ? [] : [`settings.render=${render};`]),
    ...(antialias === undefined ? [] : [`settings.antialias=${antialias};`]),
    ...(onDisplay ? [displaySettings(submission)] : []),
  ].join('');
}
