import { formatClientText } from '@/core/asyonline/clientMessages';
import type { QueueArgs, ResultArgs, ServerMessage } from '@/core/asyonline/serverMessages';
import type { OptionsArgs } from '@/core/submission/options';
import type { OutputStream, WarningReason } from '@/core/taskEvent';
import type { Timings } from '@/core/wire/wire';
import type { MessageSocket } from './messageSocket';
import type { SentHashes } from './sentHashes';

/**
 * The client's side of one task, from the first `add` to the last message (docs/asyonline.md).
 *
 * - `connecting`: the line is not open or the files are not hashed yet. Everything the caller asks for is kept.
 * - `started`: files, options and `start` went out in one go, without waiting for answers. `missing` sends the missing
 *   files and `start` again. Input for a shell is held until the first output: after a restore it must be, and the
 *   server could do no more with it than keep it, too.
 * - `ended`: exactly one ending was told, and nothing is told after it.
 */

export type Ending =
  | { readonly kind: 'complete'; readonly error?: string }
  | { readonly kind: 'denied'; readonly error: string }
  | { readonly kind: 'aborted' }
  /** The connection could not be opened, or broke before the last message. */
  | { readonly kind: 'lost'; readonly code: number };

export interface OutgoingFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Absent: it is sent in full and not remembered. */
  readonly hash?: string;
  /** The same bytes deflated, if that is worth it. */
  readonly packed?: Uint8Array;
}

export interface ExchangeEvents {
  connected(): void;
  queued(notice: QueueArgs): void;
  /** The process has started. */
  started(): void;
  output(stream: OutputStream, bytes: Uint8Array): void;
  /** A shell may have to give up its place soon. */
  warned?(reason: WarningReason): void;
  result(result: ResultArgs, bytes: Uint8Array): void;
  /** `stages`: where the server's time went, in milliseconds. */
  ended(ending: Ending, stages?: Timings): void;
}

interface ExchangeSetup {
  /** Hashing takes its time; it must not fail. */
  readonly files: Promise<readonly OutgoingFile[]>;
  /** Absent: a shell. */
  readonly main?: string;
  readonly options: OptionsArgs;
  readonly sentHashes: SentHashes;
  readonly events: ExchangeEvents;
  readonly line: MessageSocket;
  /** For a line that was opened ahead and may have died unnoticed: a fresh one, taken if nothing was ever heard. */
  readonly reopen?: () => MessageSocket;
}

const NO_BYTES = new Uint8Array(0);

export class Exchange {
  private readonly setup: ExchangeSetup;
  private socket: MessageSocket;
  private state: 'connecting' | 'started' | 'ended' = 'connecting';
  private files: readonly OutgoingFile[] | undefined;
  /** Of the open line. */
  private protocol: string | undefined;
  private options: OptionsArgs;
  private mayReopen: boolean;
  private stages: Timings | undefined;
  private hasGreeting = false;
  private readonly heldInput: Uint8Array[] = [];

  constructor(setup: ExchangeSetup) {
    this.setup = setup;
    this.socket = setup.line;
    this.options = setup.options;
    this.mayReopen = setup.reopen !== undefined;
    this.listen();
    void setup.files.then((files) => {
      this.files = files;
      this.begin();
    });
  }

  shorten(durationSeconds: number): void {
    if (this.state === 'started') this.socket.send(formatClientText('options', { duration: durationSeconds }));
    this.options = { ...this.options, duration: durationSeconds };
  }

  input(bytes: Uint8Array): void {
    if (this.hasGreeting) this.socket.send(formatClientText('input', {}), bytes);
    else this.heldInput.push(bytes);
  }

  interrupt(): void {
    if (this.hasGreeting) this.socket.send(formatClientText('input', { signal: 'INT' }), NO_BYTES);
  }

  abort(): void {
    this.end({ kind: 'aborted' });
  }

  private listen(): void {
    this.socket.listen({
      opened: (protocol) => {
        this.protocol = protocol;
        this.setup.events.connected();
        this.begin();
      },
      message: (message, bytes) => this.take(message, bytes),
      closed: (code) => this.lose(code),
    });
  }

  private begin(): void {
    if (this.state !== 'connecting' || this.protocol === undefined || this.files === undefined) return;
    const canRestore = this.protocol.endsWith('+restore');
    for (const file of this.files) {
      const isKnown = canRestore && file.hash !== undefined && this.setup.sentHashes.has(file.hash);
      if (isKnown) this.socket.send(formatClientText('add', { filename: file.name, hash: file.hash, restore: true }));
      else this.sendFile(file);
    }
    if (Object.values(this.options).some((value) => value !== undefined)) {
      this.socket.send(formatClientText('options', this.options));
    }
    this.sendStart();
    this.state = 'started';
  }

  private take(message: ServerMessage, bytes: Uint8Array): void {
    this.mayReopen = false;
    const { events, sentHashes } = this.setup;
    switch (message.name) {
      case 'deny':
        return this.end({ kind: 'denied', error: message.args.error });
      case 'missing':
        return this.sendMissing(message.args.map((file) => file.filename));
      case 'queue':
        return events.queued(message.args);
      case 'output':
        if (message.args.warning !== undefined) return events.warned?.(message.args.warning);
        if (this.hasGreeting) return events.output(message.args.stream, bytes);
        this.hasGreeting = true;
        sentHashes.note(this.files?.flatMap((file) => file.hash ?? []) ?? []);
        events.started();
        return this.heldInput.splice(0).forEach((held) => this.input(held));
      case 'result':
        this.stages = message.args.timings;
        return events.result(message.args, bytes);
      case 'complete':
        return this.end({ kind: 'complete', error: message.args.error }, this.stages);
    }
  }

  private sendMissing(names: readonly string[]): void {
    for (const file of this.files ?? []) {
      if (!names.includes(file.name)) continue;
      if (file.hash !== undefined) this.setup.sentHashes.forget(file.hash);
      this.sendFile(file);
    }
    this.sendStart();
  }

  private sendFile({ name, hash, bytes, packed }: OutgoingFile): void {
    const encoding = packed === undefined ? undefined : 'deflate';
    this.socket.send(formatClientText('add', { filename: name, hash, encoding }), packed ?? bytes);
  }

  private sendStart(): void {
    this.socket.send(formatClientText('start', { main: this.setup.main }));
  }

  private lose(code: number): void {
    if (this.state === 'ended') return;
    if (!this.mayReopen || this.setup.reopen === undefined) return this.end({ kind: 'lost', code });
    this.mayReopen = false;
    this.state = 'connecting';
    this.protocol = undefined;
    this.socket = this.setup.reopen();
    this.listen();
  }

  private end(ending: Ending, stages?: Timings): void {
    if (this.state === 'ended') return;
    this.state = 'ended';
    this.socket.close();
    this.setup.events.ended(ending, stages);
  }
}
