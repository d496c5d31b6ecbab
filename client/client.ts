import { ASYONLINE_PATHS, protocolFeatures, type AsyonlinePath } from '@/core/asyonline/protocols';
import { CONNECTION_LIMITS } from '@/core/limits';
import type { SubmissionOptions } from '@/core/submission/submission';
import { Exchange, type Ending, type ExchangeEvents } from './exchange';
import { MessageSocket } from './messageSocket';
import { outgoingFiles, toBytes } from './outgoingFiles';
import {
  gatherRender,
  type ClientFiles,
  type FinishedRender,
  type RenderHandle,
  type RenderHandlers,
  type RenderRequest,
} from './render';
import { SentHashes } from './sentHashes';
import type { Sha256 } from './sha256';
import type { ShellHandle, ShellHandlers, ShellRequest } from './shell';
import type { Transport } from './transport';

/**
 * The asyonline client (docs/asyonline.md): a connection per render or shell, files sent once and restored after, and
 * the next connection opened ahead for whoever cannot wait for a handshake.
 */

export interface ClientSetup {
  /** What stands before `/asy`, as in `wss://example.org`. */
  readonly url: string;
  readonly transport: Transport;
  /** Absent: `restore` is not used. */
  readonly sha256?: Sha256;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

/** A connection opened ahead is used only while the server is sure not to have closed it as idle. */
const MAX_PREPARED_MS = CONNECTION_LIMITS.idleStage1Seconds * 1000 * 0.75;

interface Conversation {
  readonly path: AsyonlinePath;
  readonly files: ClientFiles;
  readonly main?: string;
  readonly options?: Partial<SubmissionOptions>;
  readonly events: ExchangeEvents;
  /** Opened ahead. */
  readonly line?: MessageSocket;
}

export class AsyonlineClient {
  private readonly setup: ClientSetup;
  private readonly now: () => number;
  private readonly sentHashes: SentHashes;
  private prepared: { readonly line: MessageSocket; readonly openedAt: number } | undefined;

  constructor(setup: ClientSetup) {
    this.setup = setup;
    this.now = setup.now ?? (() => performance.now());
    this.sentHashes = new SentHashes(this.now);
  }

  /** Opens the connection of the next render ahead, unless there is one. Cheap to call on every keystroke. */
  prepare(): void {
    if (this.isPreparedUsable()) return;
    this.close();
    this.prepared = { line: this.open('/asy'), openedAt: this.now() };
  }

  render(request: RenderRequest, handlers: RenderHandlers = {}): RenderHandle {
    const { promise, resolve } = deferred<FinishedRender>();
    const exchange = this.converse({
      ...request,
      path: '/asy',
      events: gatherRender(handlers, this.now, resolve),
      line: this.takePrepared(),
    });
    return {
      finished: promise,
      shorten: (durationSeconds) => exchange.shorten(durationSeconds),
      abort: () => exchange.abort(),
    };
  }

  shell({ files = {}, options }: ShellRequest, handlers: ShellHandlers = {}): ShellHandle {
    const { promise, resolve } = deferred<Ending>();
    const exchange = this.converse({
      path: '/asy/interactive',
      files,
      options,
      events: {
        connected() {},
        // A shell never waits in the line.
        queued() {},
        started: () => handlers.started?.(),
        output: (stream, bytes) => handlers.output?.(stream, bytes),
        warned: (reason) => handlers.warned?.(reason),
        result: (result, bytes) => handlers.result?.({ ...result, bytes }),
        ended: (ending) => resolve(ending),
      },
    });
    return {
      finished: promise,
      input: (contents) => exchange.input(toBytes(contents)),
      interrupt: () => exchange.interrupt(),
      close: () => exchange.abort(),
    };
  }

  /** Lets go of a connection opened ahead. Renders under way are not touched. */
  close(): void {
    this.prepared?.line.close();
    this.prepared = undefined;
  }

  private converse({ path, files, main, options, events, line }: Conversation): Exchange {
    const { durationSeconds, ...others } = options ?? {};
    return new Exchange({
      files: outgoingFiles(files, this.setup.sha256, this.sentHashes),
      main,
      options: { duration: durationSeconds, ...others },
      sentHashes: this.sentHashes,
      events,
      line: line ?? this.open(path),
      reopen: line && (() => this.open(path)),
    });
  }

  private takePrepared(): MessageSocket | undefined {
    if (!this.isPreparedUsable()) this.close();
    const line = this.prepared?.line;
    this.prepared = undefined;
    return line;
  }

  private isPreparedUsable(): boolean {
    if (this.prepared === undefined || this.prepared.line.isClosed) return false;
    return this.now() - this.prepared.openedAt < MAX_PREPARED_MS;
  }

  private open(path: AsyonlinePath): MessageSocket {
    const canHash = this.setup.sha256 !== undefined;
    // The most able first: the server takes the first it speaks.
    const offered = ASYONLINE_PATHS[path].filter((name) => canHash || !protocolFeatures(name).restore).reverse();
    return new MessageSocket(this.setup.transport, `${this.setup.url}${path}`, offered);
  }
}

function deferred<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
