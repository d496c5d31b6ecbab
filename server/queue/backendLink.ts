import { WebSocket } from 'ws';
import { CONNECTION_LIMITS, OUTPUT_LIMITS, QUEUE_LIMITS } from '@/core/limits';
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

/** A result and its header. */
const MAX_FRAME_BYTES = OUTPUT_LIMITS.maxResultBytes + CONNECTION_LIMITS.maxFrameBytes;

export class BackendLink {
  private readonly socket: WebSocket;
  private isHeld = false;
  private pausing: NodeJS.Timeout | undefined;

  constructor(url: string, { secret, authority }: Trust, events: BackendLinkEvents) {
    this.socket = new WebSocket(url, {
      perMessageDeflate: false,
      maxPayload: MAX_FRAME_BYTES,
      // A network that swallows what one sends says nothing for minutes.
      handshakeTimeout: QUEUE_LIMITS.backendHandshakeSeconds * 1000,
      ...(authority === undefined ? {} : { ca: authority }),
      ...(secret === undefined ? {} : { headers: { authorization: `Bearer ${secret}` } }),
    });
    this.socket.binaryType = 'nodebuffer';
    let isOpened = false;
    this.socket.on('open', () => {
      isOpened = true;
      events.opened();
    });
    this.socket.on('message', (data: Buffer) => {
      const message = decodeFromBackend(data);
      if (message) events.message(message);
      else events.nonsense();
      this.rest(events.pause(data.length));
    });
    this.socket.on('error', () => {
      if (!isOpened) events.unreachable();
    });
    this.socket.on('close', () => {
      clearTimeout(this.pausing);
      if (isOpened) events.closed();
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

  close(): void {
    this.socket.close();
  }

  /** At once: the backend then ends the task. */
  terminate(): void {
    this.socket.terminate();
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
