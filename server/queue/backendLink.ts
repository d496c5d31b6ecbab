import { WebSocket } from 'ws';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CONNECTION_LIMITS, OUTPUT_LIMITS, QUEUE_LIMITS } from '@/core/limits';
import { MIB } from '@/core/limits/units';
import { decodeFromBackend, encodeFromFront, type FromBackend, type FromFront } from '@/core/wire/wire';

/**
 * The front's connection to a backend's one-time address (docs/queue.md, 12). It does not trust what comes over it:
 * every message is parsed, sizes are capped, and anything unknown ends the link. It is not read from while its owner
 * cannot take more, nor while its address has had more than its share.
 */

interface BackendLinkEvents {
  readonly opened: () => void;
  readonly message: (message: FromBackend) => void;
  /** So many bytes came; for how many milliseconds no more are to be read. */
  readonly pause: (bytes: number) => number;
  /** Nobody answered at the address. */
  readonly unreachable: () => void;
  /** It said something that is no message. */
  readonly nonsense: () => void;
  /** After it had been opened; also when we closed it. */
  readonly closed: () => void;
}

/** How both ends know each other, on several machines. */
export interface Trust {
  readonly secret: string | undefined;
  /** In PEM; undefined: those Node knows. */
  readonly authority: Buffer | undefined;
}

/** What is put together of a message at a time: a large one at once would hold up everybody. */
const JOINED_BYTES = 4 * MIB;
/** A result and its header. */
const MAX_FRAME_BYTES = OUTPUT_LIMITS.maxResultBytes + CONNECTION_LIMITS.maxFrameBytes;

export class BackendLink {
  private readonly socket: WebSocket;
  private isHeld = false;
  private pausing: NodeJS.Timeout | undefined;
  /** Messages in their fragments, in order. */
  private readonly arrived: Buffer[][] = [];
  private isTaking = false;
  private hasClosed = false;

  constructor(
    url: string,
    { secret, authority }: Trust,
    private readonly events: BackendLinkEvents,
  ) {
    this.socket = new WebSocket(url, {
      perMessageDeflate: false,
      maxPayload: MAX_FRAME_BYTES,
      // A network that swallows what one sends says nothing for minutes.
      handshakeTimeout: QUEUE_LIMITS.backendHandshakeSeconds * 1000,
      ...(authority === undefined ? {} : { ca: authority }),
      ...(secret === undefined ? {} : { headers: { authorization: `Bearer ${secret}` } }),
    });
    this.socket.binaryType = 'fragments';
    let isOpened = false;
    this.socket.on('open', () => {
      isOpened = true;
      events.opened();
    });
    this.socket.on('message', (data: Buffer | Buffer[]) => {
      this.arrived.push([data].flat());
      if (!this.isTaking) void this.takeArrived().then(() => this.hasClosed && events.closed());
    });
    this.socket.on('error', () => {
      if (!isOpened) events.unreachable();
    });
    this.socket.on('close', () => {
      clearTimeout(this.pausing);
      if (!isOpened) return;
      // Not before everything that came has been told.
      if (this.isTaking) this.hasClosed = true;
      else events.closed();
    });
  }

  /** Dropped while it is not open: what must not be lost is said again when it opens. */
  send(message: FromFront): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(encodeFromFront(message));
  }

  pause(): void {
    this.isHeld = true;
    this.socket.pause();
  }

  resume(): void {
    this.isHeld = false;
    if (this.pausing === undefined) this.socket.resume();
  }

  /** At once: the backend then ends the task, if it has not said how it ended. */
  terminate(): void {
    this.socket.terminate();
  }

  /** At once, unless one of them is large. */
  private async takeArrived(): Promise<void> {
    this.isTaking = true;
    for (let fragments = this.arrived.shift(); fragments; fragments = this.arrived.shift()) {
      const bytes = fragments.reduce((sum, { length }) => sum + length, 0);
      const isLarge = bytes > JOINED_BYTES;
      if (isLarge) this.socket.pause();
      const message = decodeFromBackend(
        isLarge ? await joinInParts(fragments, bytes) : Buffer.concat(fragments, bytes),
      );
      if (message) this.events.message(message);
      else this.events.nonsense();
      this.rest(this.events.pause(bytes));
      if (isLarge && !this.isHeld && this.pausing === undefined) this.socket.resume();
    }
    this.isTaking = false;
  }

  private rest(milliseconds: number): void {
    if (milliseconds <= 0) return;
    clearTimeout(this.pausing);
    this.socket.pause();
    this.pausing = setTimeout(() => {
      this.pausing = undefined;
      if (!this.isHeld) this.socket.resume();
    }, milliseconds);
  }
}

async function joinInParts(fragments: readonly Buffer[], bytes: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(bytes);
  let at = 0;
  let joined = 0;
  for (const fragment of fragments) {
    whole.set(fragment, at);
    at += fragment.length;
    joined += fragment.length;
    if (joined < JOINED_BYTES) continue;
    joined = 0;
    await nextTurn();
  }
  return whole;
}
