import { createHash } from 'node:crypto';
import { chooseProtocol, isAsyonlinePath } from '@/core/asyonline/protocols';
import { Session } from '@/core/asyonline/session';
import type { SessionEffect, SessionInput } from '@/core/asyonline/events';
import type { TaskEvent } from '@/core/taskEvent';
import type { Submission } from '@/core/submission/submission';
import type { Connection, ConnectionEvents, Transport } from '../transport';

/**
 * A server in memory for tests: the real session behind a transport without sockets. Frames arrive in order, each in a
 * microtask of its own, so that nothing is ever answered before the call that caused it has returned.
 */
export class MemoryServer implements Transport {
  /** What `restore` finds; a test may empty it. */
  readonly store = new Map<string, Uint8Array>();
  readonly connections: MemoryConnection[] = [];
  /** What a backend would do with a task. */
  onSubmit: (task: MemoryConnection, submission: Submission) => void = () => {};
  /** What a shell would do with its input. */
  onInput: (task: MemoryConnection, bytes: Uint8Array) => void = () => {};

  open(url: string, protocols: readonly string[], events: ConnectionEvents): Connection {
    const connection = new MemoryConnection(this, url, protocols, events);
    this.connections.push(connection);
    return connection;
  }
}

export class MemoryConnection implements Connection {
  /** The frames of both sides, `>>` from the client and `<<` from the server, bytes as their number. */
  readonly transcript: string[] = [];
  readonly effects: SessionEffect[] = [];
  private session: Session | undefined;
  private isClosed = false;

  constructor(
    private readonly server: MemoryServer,
    readonly url: string,
    protocols: readonly string[],
    private readonly events: ConnectionEvents,
  ) {
    const { pathname } = new URL(url);
    const choice = isAsyonlinePath(pathname) ? chooseProtocol(pathname, protocols) : undefined;
    queueMicrotask(() => {
      if (this.isClosed) return;
      if (choice === undefined || !choice.ok) return this.drop(1006);
      this.session = new Session({ features: choice.features, sha256, now: 0 });
      this.events.opened(choice.protocol);
    });
  }

  send(frame: string | Uint8Array): void {
    this.transcript.push(`>> ${typeof frame === 'string' ? frame : frame.length}`);
    this.give(typeof frame === 'string' ? { type: 'text', text: frame } : { type: 'binary', bytes: frame });
  }

  close(): void {
    this.give({ type: 'client-closed' });
    this.isClosed = true;
  }

  /** As the task of this connection would. */
  tell(...inputs: TaskEvent[]): void {
    inputs.forEach((input) => this.give(input));
  }

  /** As a network that fails would. */
  drop(code = 1006): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.events.closed(code);
  }

  /** A frame that no session of ours would send. */
  receive(frame: string | Uint8Array): void {
    if (typeof frame === 'string') this.events.text(frame);
    else this.events.binary(frame);
  }

  private give(input: SessionInput): void {
    queueMicrotask(() => {
      for (const effect of this.session?.handle(input, 0) ?? []) this.carryOut(effect);
    });
  }

  private carryOut(effect: SessionEffect): void {
    this.effects.push(effect);
    switch (effect.type) {
      case 'send':
        this.transcript.push(`<< ${effect.text}`);
        if (effect.bytes !== undefined) this.transcript.push(`<< ${effect.bytes.length}`);
        if (this.isClosed) return;
        this.receive(effect.text);
        if (effect.bytes !== undefined) this.receive(effect.bytes);
        return;
      case 'close':
        return this.drop(effect.code);
      case 'remember':
        this.server.store.set(effect.hash, effect.bytes);
        return;
      case 'lookup':
        return this.give({ type: 'contents-found', contents: this.server.store });
      case 'submit':
        return this.server.onSubmit(this, effect.submission);
      case 'input':
        return this.server.onInput(this, effect.bytes);
      case 'hold-client':
      case 'release-client':
      case 'shorten':
      case 'signal':
      case 'abort':
        return;
    }
  }
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
