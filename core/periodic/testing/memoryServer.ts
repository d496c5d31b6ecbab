import { Connection, type CloseReason, type ConnectionOptions } from '../connection';
import { headerBytes, MAGIC, type Dialect } from '../dialect';
import { Exchange } from '../exchange';
import { FrameDecoder } from '../frameDecoder';
import { MemoryStore } from './memoryStore';
import { encodeMessage, type Message } from '../message';
import { encodeRegistration, type Registration } from '../registration';

/** What a peer was told: the message id, and what stands behind it as a byte text. */
export type Told = readonly [messageId: number, body: string];

/** A server in memory with its clock in the test's hand, for tests of connections. */
export function openServer() {
  const clock = { nowMs: 1_700_000_000_000 };
  const nowMs = () => clock.nowMs;
  const store = new MemoryStore(nowMs);
  const exchange = new Exchange(store, nowMs);
  const peers: Peer[] = [];
  const connect = (registration: Registration, options: Partial<ConnectionOptions> = {}) => {
    const worker = `worker-${peers.length}`;
    const peer = new Peer(registration.dialect, { exchange, nowMs, worker, ...options });
    peers.push(peer);
    peer.send(encodeRegistration(registration));
    return peer;
  };
  /** Time passes, and everybody is given their tick. */
  const advance = async (milliseconds: number) => {
    clock.nowMs += milliseconds;
    store.tick();
    for (const peer of peers) peer.connection.tick();
    await settle();
  };
  return { clock, store, exchange, connect, advance };
}

/** Lets every answered promise of the store in memory arrive. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** The other end of a connection. */
export class Peer {
  readonly connection: Connection;
  readonly closes: CloseReason[] = [];
  readonly holds: boolean[] = [];
  dueChanges = 0;
  private readonly decoder: FrameDecoder;
  private readonly payloads: Uint8Array[] = [];

  constructor(
    private readonly dialect: Dialect,
    options: Pick<ConnectionOptions, 'exchange' | 'nowMs' | 'worker'> & Partial<ConnectionOptions>,
  ) {
    this.decoder = new FrameDecoder(MAGIC.response, dialect);
    this.connection = new Connection({
      connectionId: 0x0a0b0c0d,
      isWelcome: () => true,
      dueChanged: () => (this.dueChanges += 1),
      outlet: {
        send: (bytes) => this.heard(bytes),
        hold: (isHeld) => this.holds.push(isHeld),
        close: (reason) => this.closes.push(reason),
      },
      ...options,
    });
  }

  send(bytes: Uint8Array): void {
    this.connection.received(bytes);
  }

  async ask(messageId: number, message: Message): Promise<void> {
    this.send(encodeMessage(this.dialect, MAGIC.request, messageId, message));
    await settle();
  }

  /** The answer to the registration. */
  get greeting(): Uint8Array | undefined {
    return this.payloads[0];
  }

  /** Everything it was told after the registration, and not yet asked for. */
  told(): Told[] {
    return this.payloads.splice(1).map(readTold);
  }

  /** What it should be told. */
  answer(messageId: number, message: Message): Told {
    const packet = encodeMessage(this.dialect, MAGIC.response, messageId, message);
    return readTold(packet.subarray(headerBytes(this.dialect)));
  }

  private heard(bytes: Uint8Array): void {
    this.decoder.push(bytes.slice());
    for (let decoded = this.decoder.next(); decoded.kind !== 'more'; decoded = this.decoder.next()) {
      if (decoded.kind === 'error') throw new Error(decoded.error);
      this.payloads.push(decoded.payload.slice());
    }
  }
}

function readTold(payload: Uint8Array): Told {
  const messageId = new DataView(payload.buffer, payload.byteOffset).getUint32(0);
  return [messageId, String.fromCharCode(...payload.subarray(4))];
}
