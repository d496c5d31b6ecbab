import { SERVER_OVERLOADED } from '@/core/submission/texts';
import type { WarningReason } from '@/core/taskEvent';
import type { Ending } from '@/client/exchange';
import type { RenderResult } from '@/client/render';
import type { ShellHandle, ShellHandlers } from '@/client/shell';
import type { KeyValueStore } from '@/components/lib/browserStorage';
import { translatorOf } from '@/components/lib/translator';
import { asStatement } from './bareExpression';
import { AcceptedInput, CONTINUATION, PROMPT } from './acceptedInput';
import { complete, wordsIn } from './completion';
import { columnsOf } from './formats';
import { decodeKeys, type Key } from './keys';
import { EMPTY_LINE, inserted, pressKey, type LineEffect, type LineState } from './lineEditor';
import { readHistory, withLine, writeHistory } from './lineHistory';
import { ShellDisplay, type ShellScreen } from './shellDisplay';
import { shellText } from './shellText';

/**
 * A shell on a screen: echo and line editing here, the rest on the server.
 *
 * - `starting`: asked for; lines may be typed already.
 * - `running`: the shell has said something. What it says without a break at the end, mostly its prompt, stands before
 *   the line that is being typed. Lines that were entered wait until it does, so that answers follow their questions.
 * - `ended`: with words why. Enter, or `start`, begins another; unless the person has ended it, what the last one took is
 *   entered again.
 */

export type ShellCondition =
  { readonly kind: 'starting' } | { readonly kind: 'running' } | { readonly kind: 'ended'; readonly words: string };

interface ShellParts {
  /** With the files as they are now. */
  readonly open: (handlers: ShellHandlers) => ShellHandle;
  readonly screen: ShellScreen;
  readonly store: KeyValueStore;
  /** What Tab knows beside the person's own words. */
  readonly names: () => Promise<readonly string[]>;
  /** Returns what cancels it. */
  readonly after: (milliseconds: number, act: () => void) => () => void;
  readonly result: (result: RenderResult) => void;
  readonly changed: (condition: ShellCondition) => void;
  /** Whole lines, without colours, for those who do not see the screen. */
  readonly said: (line: string) => void;
}

/**
 * asy takes no interrupt while it waits for the rest of a statement. What cannot be right makes it drop the statement:
 * a bracket, or if that is still inside a string or a comment, one behind their end.
 */
const DROPPERS = [')', '")', '*/)'] as const;

/** A shell that has just been left may not have left its place yet. */
const MAX_RETRIES = 4;
const RETRY_MS = 400;

export class ShellSession {
  private condition: ShellCondition = { kind: 'starting' };
  private handle: ShellHandle | undefined;
  private decoder = new TextDecoder();
  private line: LineState = EMPTY_LINE;
  private queue: string[] = [];
  private toReplay: readonly string[] = [];
  private history: readonly string[];
  private drops = 0;
  private isCompleting = false;
  private readonly keys: Key[] = [];
  private retries = 0;
  private cancelRetry: (() => void) | undefined;
  private readonly accepted = new AcceptedInput();
  private readonly display: ShellDisplay;

  constructor(private readonly parts: ShellParts) {
    this.display = new ShellDisplay(parts.screen, parts.said);
    this.history = readHistory(parts.store);
  }

  start(): void {
    this.retries = MAX_RETRIES;
    this.queue = [...this.toReplay];
    this.toReplay = [];
    this.become({ kind: 'starting' });
    this.open();
  }

  /** What the keyboard sent. */
  type(data: string): void {
    this.keys.push(...decodeKeys(data));
    this.takeKeys();
  }

  /** As if the line had been typed. `isFresh`: in a new shell that knows nothing yet. */
  enter(line: string, isFresh: boolean): void {
    if (isFresh || this.condition.kind === 'ended') {
      this.close();
      this.forget();
      this.display.tell([translatorOf('terminal')('fresh')], true);
      this.start();
    }
    this.submit(line);
  }

  /** The screen has other columns now. */
  resized(): void {
    this.display.resized(this.line);
  }

  close(): void {
    this.cancelRetry?.();
    const handle = this.handle;
    this.handle = undefined;
    handle?.close();
  }

  private open(): void {
    this.decoder = new TextDecoder();
    const handle = this.parts.open({
      started: () => this.become({ kind: 'running' }),
      output: (_stream, bytes) => this.hear(this.decoder.decode(bytes, { stream: true })),
      warned: (reason) => this.warn(reason),
      result: (result) => this.parts.result(result),
    });
    this.handle = handle;
    void handle.finished.then((ending) => {
      if (this.handle !== handle) return;
      if (ending.kind === 'denied' && ending.error === SERVER_OVERLOADED && this.retries > 0) this.retryLater();
      else this.end(ending);
    });
  }

  /** Those behind a Tab wait until the names are there. */
  private takeKeys(): void {
    while (!this.isCompleting) {
      const key = this.keys.shift();
      if (key === undefined) return;
      if (this.condition.kind !== 'ended') this.press(key);
      else if (key.kind === 'enter') this.start();
    }
  }

  private press(key: Key): void {
    const before = this.line;
    const { state, effects } = pressKey(before, key, this.history);
    this.line = state;
    for (const effect of effects) this.do(effect, before);
    this.draw();
  }

  private retryLater(): void {
    this.retries -= 1;
    this.cancelRetry = this.parts.after(RETRY_MS, () => this.open());
  }

  private do(effect: LineEffect, before: LineState): void {
    switch (effect.kind) {
      case 'submit':
        return this.submit(effect.line);
      case 'interrupt':
        return this.interrupt(before.text);
      case 'end':
        return this.handle?.close();
      case 'clear':
        return this.display.clear();
      case 'complete':
        this.isCompleting = true;
        return void this.complete().finally(() => {
          this.isCompleting = false;
          this.takeKeys();
        });
    }
  }

  private submit(line: string): void {
    this.history = withLine(this.history, line);
    writeHistory(this.parts.store, this.history);
    this.queue.push(line);
    this.sendNext();
  }

  private sendNext(): void {
    const [line] = this.queue;
    if (line === undefined || this.display.tail === '' || this.handle === undefined) return;
    this.queue.shift();
    const sent = this.display.tail.endsWith(PROMPT) ? asStatement(line, this.accepted.lines) : line;
    this.drops = 0;
    this.display.leave(line);
    this.display.dropTail();
    this.accepted.sent(sent);
    this.handle.input(`${sent}\n`);
    this.draw();
  }

  private interrupt(text: string): void {
    const isPrompting = this.display.tail.endsWith(PROMPT);
    const isUnfinished = this.display.tail.endsWith(CONTINUATION);
    this.queue = [];
    this.display.leave(`${text}^C`);
    if (isPrompting) return;
    this.accepted.interrupted();
    if (isUnfinished) this.handle?.input(`${DROPPERS[this.drops % DROPPERS.length] ?? ''}\n`);
    else this.handle?.interrupt();
    this.drops += 1;
    this.display.dropTail();
  }

  private async complete(): Promise<void> {
    const { text, cursor } = this.line;
    const own = wordsIn([...this.history, ...this.accepted.lines].join('\n'));
    const names = [...(await this.parts.names()), ...own];
    const { added, choices } = complete(text.slice(0, cursor), names);
    if (added !== '') this.line = inserted(this.line, added);
    else if (choices.length > 1) {
      this.display.leave(text);
      this.display.tell(columnsOf(choices, this.parts.screen.columns()), false);
    }
    this.draw();
  }

  private hear(text: string): void {
    this.display.print(text);
    this.accepted.heard(text);
    this.draw();
    this.sendNext();
  }

  /** Above the line that is being typed, which stays. */
  private warn(reason: WarningReason): void {
    this.display.tell([translatorOf('terminal')(`warnings.${reason}`)], true);
    this.draw();
  }

  private end(ending: Ending): void {
    const isWanted = ending.kind === 'aborted' || (ending.kind === 'complete' && ending.error === undefined);
    const taken = [...this.accepted.lines, ...this.queue];
    this.handle = undefined;
    this.forget();
    this.toReplay = isWanted ? [] : taken;
    const words = shellText(ending);
    const offer = this.toReplay.length > 0 ? 'replay' : 'again';
    this.display.tell([translatorOf('terminal')(`ended.${offer}`, { why: words })], true);
    this.become({ kind: 'ended', words });
  }

  private forget(): void {
    this.accepted.forget();
    this.toReplay = [];
    this.queue = [];
    this.display.leave(this.line.text);
    this.line = EMPTY_LINE;
    this.display.dropTail();
  }

  private draw(): void {
    this.display.draw(this.line);
  }

  private become(condition: ShellCondition): void {
    this.condition = condition;
    this.parts.changed(condition);
  }
}
