import { ByteReader } from './byteReader';
import { ClientRole } from './clientRole';
import { commandName, roleOf, type CommandName, type Role } from './command';
import { MAGIC, type Dialect } from './dialect';
import type { Exchange } from './exchange';
import { FrameDecoder, type FrameError } from './frameDecoder';
import { PERIODIC_LIMITS } from './limits';
import { UNKNOWN, type RoleContext, type RoleHandler } from './roleContext';
import { encodeMessage, readMessage, type Message } from './message';
import { encodeRegistrationAnswer, readRegistration, type Registration } from './registration';
import { WorkerRole } from './workerRole';

export type CloseReason =
  FrameError | ('bad-registration' | 'not-welcome' | 'short-packet' | 'bad-arguments' | 'silent' | 'store-unreachable');

interface Outlet {
  send(bytes: Uint8Array): void;
  /** While it is held, no further bytes should be received. Those on their way do no harm. */
  hold(isHeld: boolean): void;
  close(reason: CloseReason): void;
}

export interface ConnectionOptions {
  readonly exchange: Exchange;
  readonly outlet: Outlet;
  readonly nowMs: () => number;
  /** Four bytes, told to the other side. */
  readonly connectionId: number;
  /** Names this connection in the store; no other connection, on any front, ever has it. */
  readonly worker: string;
  readonly isWelcome: (registration: Registration) => boolean;
  /** Undefined: SHUTDOWN is off. */
  readonly shutdown?: () => void;
  /** The moment of the next tick may have moved. */
  readonly dueChanged: () => void;
}

/**
 * One connection, from its first byte to its close (docs/periodic.md, "Frames" and "Per dialect").
 *
 * It is **unregistered** until its first packet, which tells dialect and role, then **registered**. The role says what
 * the connection is for, not what it may send: each packet goes to the role whose command it is, which begins with the
 * first of them. A PING is answered here, an unknown command with UNKNOWN. What cannot be read (see `CloseReason`), a
 * keepalive without a byte, a registration that does not come in time, and a store out of reach **close** it, from either state; nothing is sent after that. The
 * other side may close it at any time.
 *
 * The owner owes a `tick` at `nextDueMs`; a late or a needless one does no harm.
 */
export class Connection {
  private readonly decoder = new FrameDecoder(MAGIC.request);
  private isRegistered = false;
  private readonly roles = new Map<Role, RoleHandler>();
  private readonly openedMs: number;
  private lastHeardMs: number;
  private isClosed = false;
  /** What the store was asked and has not answered: how many requests, and the bytes of their packets. */
  private asked = 0;
  private askedBytes = 0;
  private packetBytes = 0;
  private isHeld = false;
  private readonly unwatchKeepalive: () => void;

  constructor(private readonly options: ConnectionOptions) {
    this.openedMs = options.nowMs();
    this.lastHeardMs = this.openedMs;
    this.unwatchKeepalive = options.exchange.watchKeepalive(options.dueChanged);
  }

  get nextDueMs(): number {
    if (this.isClosed) return Infinity;
    let due = this.silentAtMs;
    for (const { nextDueMs = Infinity } of this.roles.values()) due = Math.min(due, nextDueMs);
    return due;
  }

  /** The memory that a packet which is not complete takes. */
  get heldBytes(): number {
    return this.decoder.heldBytes;
  }

  received(chunk: Uint8Array): void {
    if (this.isClosed) return;
    this.lastHeardMs = this.options.nowMs();
    this.decoder.push(chunk);
    while (!this.isClosed) {
      const decoded = this.decoder.next();
      if (decoded.kind === 'more') return;
      if (decoded.kind === 'error') return this.close(decoded.error);
      this.packet(decoded.payload);
    }
  }

  tick(): void {
    if (this.isClosed) return;
    if (this.options.nowMs() >= this.silentAtMs) return this.close('silent');
    for (const role of this.roles.values()) role.tick?.();
  }

  /** The other side is gone. */
  closed(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.unwatchKeepalive();
    for (const role of this.roles.values()) role.closed();
  }

  private get silentAtMs(): number {
    if (!this.isRegistered) return this.openedMs + PERIODIC_LIMITS.registrationMs;
    const { keepaliveSeconds } = this.options.exchange;
    return keepaliveSeconds > 0 ? this.lastHeardMs + keepaliveSeconds * 1000 : Infinity;
  }

  private packet(payload: Uint8Array): void {
    this.packetBytes = payload.length;
    const dialect = this.decoder.dialect ?? 'seed';
    if (!this.isRegistered) return this.register(dialect, payload);
    const command = payload[4];
    if (command === undefined) return this.close('short-packet');
    const messageId = new ByteReader(payload).u32();
    const name = commandName(command, dialect);
    if (name === undefined) return this.reply(dialect, messageId, UNKNOWN);
    this.request(dialect, messageId, name, payload.subarray(5));
  }

  private register(dialect: Dialect, payload: Uint8Array): void {
    const registration = readRegistration(dialect, payload);
    if (registration === undefined) return this.close('bad-registration');
    if (!this.options.isWelcome(registration)) return this.close('not-welcome');
    this.isRegistered = true;
    this.options.outlet.send(encodeRegistrationAnswer(dialect, this.options.connectionId));
  }

  private request(dialect: Dialect, messageId: number, name: CommandName, argumentBytes: Uint8Array): void {
    const role = roleOf(name);
    if (role === undefined && name !== 'PING') return this.reply(dialect, messageId, UNKNOWN);
    const message = readMessage(name, argumentBytes);
    if (message === undefined) return this.close('bad-arguments');
    if (role === undefined) return this.reply(dialect, messageId, { name: 'PONG' });
    this.handlerOf(role, dialect).handle(messageId, message);
  }

  private handlerOf(role: Role, dialect: Dialect): RoleHandler {
    const known = this.roles.get(role);
    if (known !== undefined) return known;
    const { exchange, worker, nowMs, shutdown } = this.options;
    const context = this.roleContext(dialect);
    const handler =
      role === 'client'
        ? new ClientRole(context, exchange, shutdown)
        : new WorkerRole(context, exchange, worker, nowMs);
    this.roles.set(role, handler);
    return handler;
  }

  private reply(dialect: Dialect, messageId: number, message: Message): void {
    if (!this.isClosed) this.options.outlet.send(encodeMessage(dialect, MAGIC.response, messageId, message));
  }

  private roleContext(dialect: Dialect): RoleContext {
    return {
      dialect,
      reply: (messageId, message) => this.reply(dialect, messageId, message),
      after: (answer, goOn) => this.after(answer, goOn),
      dueChanged: this.options.dueChanged,
    };
  }

  private after<T>(answer: Promise<T>, goOn: (answer: T) => void): void {
    const { packetBytes } = this;
    this.count(1, packetBytes);
    void answer.then(
      (value) => {
        this.count(-1, -packetBytes);
        goOn(value);
      },
      () => {
        this.count(-1, -packetBytes);
        this.close('store-unreachable');
      },
    );
  }

  /** A store that is slow slows its clients down, instead of filling our memory with what they want of it. */
  private count(requests: number, bytes: number): void {
    this.asked += requests;
    this.askedBytes += bytes;
    const isHeld = this.asked >= PERIODIC_LIMITS.maxAsked || this.askedBytes >= PERIODIC_LIMITS.maxAskedBytes;
    if (isHeld === this.isHeld || this.isClosed) return;
    this.isHeld = isHeld;
    this.options.outlet.hold(isHeld);
  }

  private close(reason: CloseReason): void {
    if (this.isClosed) return;
    this.closed();
    this.options.outlet.close(reason);
  }
}
