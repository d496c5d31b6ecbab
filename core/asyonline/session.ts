import { failure, type Failure } from '@/core/errors';
import { Draft, type Features } from '@/core/submission/draft';
import { shortenedDuration, type OptionsArgs } from '@/core/submission/options';
import { carriesBytes, parseClientText, type ClientMessage } from './clientMessages';
import { denial, lastMessage, type Ending } from './ending';
import type { SessionEffect, SessionInput } from './events';
import { formatServerText } from './serverMessages';
import { DEFAULT_SESSION_LIMITS, type SessionLimits } from './sessionLimits';
import { TaskView } from './taskView';

/**
 * The front's side of one connection, from the first frame to the close. It does no I/O: each input gives the effects
 * to carry out, in their order. Times are milliseconds of one clock that never goes back, handed in with each input.
 *
 * - `gathering` (the client's stage 1): the client adds files and sets options; too long a silence denies. `start`
 *   checks the main file and leads to `resolving` if a file is still to be restored, else to `following`.
 * - `resolving` (stage 2): the store has been asked for contents (`lookup`). All found: `following`. Some not found:
 *   the client hears `missing` and is `gathering` again, with everything it had; the second time it is denied.
 * - `following` (stage 2): the task is submitted, and the client hears what becomes of it (taskView.ts).
 * - `closed`: nothing is sent and nothing happens any more. It is reached from everywhere, in one of three ways: the
 *   client left; `deny`, if the client did wrong or the task could not begin; `complete`, if the task ended.
 *
 * In every stage but `closed` a message of the client is either obeyed or denied. In stage 2 only `options` that
 * shorten the duration and, to a shell, `input` are obeyed. A task that was submitted and is not over is aborted when
 * the session closes. Inputs from a task that does not exist (any more) are ignored: they crossed a close.
 */

type Stage = 'gathering' | 'resolving' | 'following' | 'closed';

/** A message whose bytes have not come yet. */
type Announced = Extract<ClientMessage, { name: 'add' | 'input' }>;

interface SessionSetup {
  readonly features: Features;
  /** Lower-case hexadecimal SHA-256. */
  readonly sha256: (bytes: Uint8Array) => string;
  /** When the connection was opened. */
  readonly now: number;
  readonly limits?: SessionLimits;
}

export class Session {
  private readonly features: Features;
  private readonly limits: SessionLimits;
  private readonly draft: Draft;
  private stage: Stage = 'gathering';
  private announced: Announced | undefined;
  private main: string | undefined;
  private missingSent = false;
  private task: TaskView | undefined;
  private heardAt: number;
  private effects: SessionEffect[] = [];

  constructor({ features, sha256, now, limits = DEFAULT_SESSION_LIMITS }: SessionSetup) {
    this.features = features;
    this.limits = limits;
    this.draft = new Draft(features, limits, sha256);
    this.heardAt = now;
  }

  get isClosed(): boolean {
    return this.stage === 'closed';
  }

  /** The next bytes are to be unpacked before they are handed in. */
  get expectsPacked(): boolean {
    return this.announced?.name === 'add' && this.announced.encoding !== undefined;
  }

  /** When a tick is due; undefined while there is nothing to wait for. It may change with every input. */
  get deadline(): number | undefined {
    if (this.stage === 'gathering') return this.heardAt + this.limits.idleStage1Seconds * 1000;
    return this.stage === 'following' ? this.task?.deadline : undefined;
  }

  handle(input: SessionInput, now: number): SessionEffect[] {
    this.effects = [];
    if (this.stage !== 'closed') this.finish(this.take(input, now));
    return this.effects;
  }

  private take(input: SessionInput, now: number): Ending | undefined {
    switch (input.type) {
      case 'text':
        this.heardAt = now;
        return this.takeText(input.text);
      case 'binary':
        this.heardAt = now;
        return this.takeBytes(input.bytes, now);
      case 'client-closed':
        this.close();
        return undefined;
      case 'tick':
        return this.tick(now);
      case 'contents-found':
        return this.stage === 'resolving' ? denial(this.resolve(input.contents, now)) : undefined;
      case 'shutting-down':
        return { type: 'complete', outcome: { kind: 'shutting-down' } };
      case 'unreadable':
        return denial(input.failure);
      case 'broken':
        return { type: 'complete', outcome: { kind: 'server-error' } };
      default:
        return this.task?.take(input, now);
    }
  }

  private takeText(text: string): Ending | undefined {
    if (this.announced !== undefined) {
      const expected = `Expected a binary frame with the bytes of '${this.announced.name}', not a text frame.`;
      return denial(failure('bad-message', expected));
    }
    const { maxTextUnits } = this.limits;
    if (text.length > maxTextUnits) {
      return denial(failure('too-large', `A text frame may have at most ${maxTextUnits} characters.`));
    }
    const parsed = parseClientText(text, this.features);
    if (!parsed.ok) return denial(parsed.failure);
    const message = parsed.value;
    switch (message.name) {
      case 'add':
        return denial(this.add(message));
      case 'options':
        if (this.stage !== 'gathering') return this.shorten(message.options);
        return denial(this.draft.mergeOptions(message.options));
      case 'start':
        return denial(this.start(message.main));
      case 'input':
        return denial(this.announceInput(message));
    }
  }

  private takeBytes(bytes: Uint8Array, now: number): Ending | undefined {
    const message = this.announced;
    this.announced = undefined;
    if (message === undefined) {
      return denial(failure('bad-message', 'Expected a text frame: no message announced these bytes.'));
    }
    if (message.name === 'input') return this.task?.input(message.signal, bytes, now);
    const wrong = this.draft.addBytes(message, bytes);
    if (wrong !== undefined) return denial(wrong);
    if (message.hash !== undefined) this.effects.push({ type: 'remember', hash: message.hash, bytes });
    return undefined;
  }

  private add(message: Extract<ClientMessage, { name: 'add' }>): Failure | undefined {
    if (this.stage !== 'gathering') return failure('wrong-stage', "'add' is allowed only before 'start'.");
    const wrong = this.draft.checkAdd(message);
    if (wrong !== undefined) return wrong;
    if (carriesBytes(message)) this.announced = message;
    else if (message.hash !== undefined) this.draft.addRestore(message.filename, message.hash);
    return undefined;
  }

  private announceInput(message: Extract<ClientMessage, { name: 'input' }>): Failure | undefined {
    if (this.stage === 'gathering') return failure('wrong-stage', "'input' is allowed only after 'start'.");
    if (this.draft.usedRestore && this.task?.hasGreeted !== true) {
      return failure('wrong-stage', "After a restore 'input' is allowed only after the first 'output'.");
    }
    this.announced = message;
    return undefined;
  }

  private start(main: string | undefined): Failure | undefined {
    if (this.stage !== 'gathering') return failure('wrong-stage', "'start' was sent already.");
    const wrong = this.draft.checkMain(main);
    if (wrong !== undefined) return wrong;
    this.main = main;
    const hashes = this.draft.hashesToRestore();
    if (hashes.length === 0) {
      this.submit();
    } else {
      this.stage = 'resolving';
      this.effects.push({ type: 'lookup', hashes });
    }
    return undefined;
  }

  private resolve(contents: ReadonlyMap<string, Uint8Array>, now: number): Failure | undefined {
    const tooLarge = this.draft.restore(contents);
    if (tooLarge !== undefined) return tooLarge;
    const missing = this.draft.unresolved();
    if (missing.length === 0) {
      this.submit();
      return undefined;
    }
    if (this.missingSent) {
      const names = missing.map((file) => JSON.stringify(file.filename)).join(', ');
      return failure('restore', `Still missing: ${names}. Add the contents instead of restoring again.`);
    }
    this.missingSent = true;
    this.stage = 'gathering';
    this.heardAt = now;
    this.effects.push({ type: 'send', text: formatServerText('missing', missing) });
    return undefined;
  }

  private submit(): void {
    const submission = this.draft.handOver(this.main);
    this.stage = 'following';
    this.task = new TaskView({
      features: this.features,
      limits: this.limits,
      stderrRedir: submission.options.stderrRedir,
      emit: (effect) => this.effects.push(effect),
    });
    this.effects.push({ type: 'submit', submission });
  }

  /** The draft stays the record of the limit the client set, also after it was submitted. */
  private shorten(options: OptionsArgs): Ending | undefined {
    const limitSeconds = this.draft.options.durationSeconds ?? this.limits.maxDurationSeconds;
    const shortened = shortenedDuration(limitSeconds, options, this.features);
    if (!shortened.ok) return denial(shortened.failure);
    const durationSeconds = shortened.value;
    if (durationSeconds === undefined) return undefined;
    // A task that runs may still have a picture to show for its time; one that waits has nothing left to wait for.
    if (durationSeconds === 0 && this.task?.isRunning !== true) {
      return { type: 'complete', outcome: { kind: 'time-limit', durationSeconds } };
    }
    this.draft.shorten(durationSeconds);
    if (this.task !== undefined) this.effects.push({ type: 'shorten', durationSeconds });
    return undefined;
  }

  private tick(now: number): Ending | undefined {
    if (this.stage !== 'gathering') return this.task?.tick(now);
    if (this.deadline === undefined || now < this.deadline) return undefined;
    const seconds = this.limits.idleStage1Seconds;
    return denial(failure('idle', `Nothing was sent for ${seconds} s before 'start'; connect again when ready.`));
  }

  private finish(ending: Ending | undefined): void {
    if (ending === undefined) return;
    const { text, code } = lastMessage(ending, this.task?.hasGreeted ?? false);
    this.effects.push({ type: 'send', text });
    this.close();
    this.effects.push({ type: 'close', code });
  }

  private close(): void {
    if (this.task !== undefined && !this.task.isOver) this.effects.push({ type: 'abort' });
    this.stage = 'closed';
  }
}
