import { connect, type Socket } from 'node:net';
import { COMMAND } from '@/core/periodic/command';
import { headerBytes, MAGIC, type Dialect } from '@/core/periodic/dialect';
import { FrameDecoder } from '@/core/periodic/frameDecoder';
import type { Job } from '@/core/periodic/job';
import { encodeMessage, readMessage, type Message } from '@/core/periodic/message';
import { encodeRegistration, type Registration } from '@/core/periodic/registration';

/** A Periodic client or worker over a real socket, for tests and measurements. */

export interface Told {
  readonly messageId: number;
  /** What stands behind the message id, as a byte text. */
  readonly body: string;
}

export class PeriodicClient {
  readonly told: Told[] = [];
  greeting: Uint8Array | undefined;
  isClosed = false;
  private lastMessageId = 0;
  private readonly askers = new Map<number, { resolve: (body: string) => void; reject: (error: Error) => void }>();
  private readonly waiters = new Set<() => void>();

  private constructor(
    readonly socket: Socket,
    readonly dialect: Dialect,
  ) {
    const decoder = new FrameDecoder(MAGIC.response, dialect);
    socket.on('data', (chunk) => {
      decoder.push(chunk);
      for (let decoded = decoder.next(); decoded.kind !== 'more'; decoded = decoder.next()) {
        if (decoded.kind === 'error') throw new Error(decoded.error);
        this.heard(decoded.payload);
      }
      this.wake();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.isClosed = true;
      for (const { reject } of this.askers.values()) reject(new Error('the connection was closed'));
      this.wake();
    });
  }

  /** `address`: tcp://host:port or unix:///path. */
  static async connect(address: string, registration: Registration): Promise<PeriodicClient> {
    const client = await PeriodicClient.dial(address, registration.dialect);
    client.socket.write(encodeRegistration(registration));
    await client.until(() => client.greeting !== undefined);
    return client;
  }

  /** Without a registration. */
  static async dial(address: string, dialect: Dialect): Promise<PeriodicClient> {
    const url = new URL(address);
    const socket = url.protocol === 'unix:' ? connect(url.pathname) : connect(Number(url.port), url.hostname);
    const client = new PeriodicClient(socket, dialect);
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return client;
  }

  /** Gives back the message id. */
  send(message: Message, messageId = ++this.lastMessageId): number {
    this.socket.write(encodeMessage(this.dialect, MAGIC.request, messageId, message));
    return messageId;
  }

  /** The first answer. */
  ask(message: Message): Promise<string> {
    return this.answer(this.send(message));
  }

  /** The first that came on this message id and was not asked for yet, or will come. */
  answer(messageId: number): Promise<string> {
    const index = this.told.findIndex((told) => told.messageId === messageId);
    if (index >= 0) return Promise.resolve(this.told.splice(index, 1)[0]?.body ?? '');
    if (this.isClosed) return Promise.reject(new Error('the connection was closed'));
    return new Promise((resolve, reject) => this.askers.set(messageId, { resolve, reject }));
  }

  /** How the server puts this message, without its id. */
  body(message: Message): string {
    const packet = encodeMessage(this.dialect, MAGIC.response, 0, message);
    return byteText(packet.subarray(headerBytes(this.dialect) + 4));
  }

  data(text: string): string {
    return this.body({ name: 'DATA', data: new TextEncoder().encode(text) });
  }

  /** Serves a func; the seed dialect does not answer, but does things in order. */
  async canDo(func: string, name: 'CAN_DO' | 'BROADCAST' = 'CAN_DO'): Promise<void> {
    const messageId = this.send({ name, func });
    if (this.dialect === 'crc') await this.answer(messageId);
    else await this.ask({ name: 'PING' });
  }

  /** The next job. In the seed dialect a grab is held for a moment only, and made again, as real workers do. */
  async grab(): Promise<Job> {
    for (;;) {
      const answer = await this.ask({ name: 'GRAB_JOB' });
      if (answer !== this.body({ name: 'NO_JOB' })) return readAssigned(answer);
    }
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      if (this.isClosed) throw new Error(`the connection was closed; told ${JSON.stringify(this.told)}`);
      await this.change();
    }
  }

  async closed(): Promise<void> {
    while (!this.isClosed) await this.change();
  }

  close(): void {
    this.socket.destroy();
  }

  private heard(payload: Uint8Array): void {
    if (this.greeting === undefined) {
      this.greeting = payload.slice();
      return;
    }
    const messageId = new DataView(payload.buffer, payload.byteOffset).getUint32(0);
    const body = byteText(payload.subarray(4));
    const asker = this.askers.get(messageId);
    this.askers.delete(messageId);
    if (asker === undefined) this.told.push({ messageId, body });
    else asker.resolve(body);
  }

  private change(): Promise<void> {
    return new Promise((resolve) => this.waiters.add(resolve));
  }

  private wake(): void {
    const waiters = [...this.waiters];
    this.waiters.clear();
    for (const waiter of waiters) waiter();
  }
}

export function readAssigned(body: string): Job {
  const bytes = Buffer.from(body, 'latin1');
  const message = bytes[0] === COMMAND.JOB_ASSIGN ? readMessage('JOB_ASSIGN', bytes.subarray(1)) : undefined;
  if (message?.name !== 'JOB_ASSIGN') throw new Error(`not a job: ${JSON.stringify(body)}`);
  return message.job;
}

function byteText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

/** Where a product's Periodic server listens. */
export function periodicAddress(log: string): string {
  const address = /Periodic is at (tcp:\S+)/.exec(log)?.[1];
  if (address === undefined) throw new Error(`Periodic does not listen:\n${log}`);
  return address;
}
