import type { WebSocket } from 'ws';
import { STREAM_LIMITS } from '@/core/limits';
import { piecesOf } from '@/core/wire/wire';
import type { Holder } from '../heldBytes';

/**
 * What a client is sent, in order, and no faster than it reads. Large frames go out in fragments, so that it shows whether
 * they are read: a client that takes nothing for some time is not waited for any longer.
 */

interface OutgoingOptions {
  readonly unreadSeconds: number;
  /** Too much is waiting; and, later, most of it is gone. */
  readonly onFull: () => void;
  readonly onDrained: () => void;
  readonly onUnread: () => void;
  /** Something is about to be written: what follows in this turn may go with it. */
  readonly onWrite?: () => void;
  readonly holder: Holder;
}

interface Piece {
  readonly data: string | Uint8Array;
  readonly fin: boolean;
  /** Of the last piece: the frame that is no longer held. */
  readonly frame?: Uint8Array;
}

/** Handed to the socket at a time. */
const IN_SOCKET_BYTES = 2 * STREAM_LIMITS.pieceBytes;

export class Outgoing {
  private readonly waiting: Piece[] = [];
  private unsentBytes = 0;
  private inSocketBytes = 0;
  private isFull = false;
  private closeCode: number | undefined;
  private patience: NodeJS.Timeout | undefined;

  constructor(
    private readonly socket: WebSocket,
    private readonly options: OutgoingOptions,
  ) {
    socket.on('close', () => this.forget());
  }

  /** A text frame and, if bytes are given, a binary one. */
  send(text: string, bytes: Uint8Array | undefined): void {
    this.push({ data: text, fin: true });
    if (bytes) this.pushFrame(bytes);
    this.pump();
    if (this.unsentBytes > 0) this.watch();
    if (this.isFull || this.unsentBytes <= STREAM_LIMITS.pauseBytes) return;
    this.isFull = true;
    this.options.onFull();
  }

  /** When everything has been sent. */
  close(code: number): void {
    this.closeCode = code;
    this.pump();
  }

  private pushFrame(frame: Uint8Array): void {
    const pieces = frame.length === 0 ? [frame] : piecesOf(frame);
    const isHeld = pieces.length > 1;
    if (isHeld) this.options.holder.add(frame);
    pieces.forEach((data, i) => {
      const fin = i === pieces.length - 1;
      this.push({ data, fin, ...(fin && isHeld ? { frame } : {}) });
    });
  }

  private push(piece: Piece): void {
    this.waiting.push(piece);
    this.unsentBytes += piece.data.length;
  }

  private pump(): void {
    while (this.inSocketBytes < IN_SOCKET_BYTES) {
      const piece = this.waiting.shift();
      if (!piece) break;
      this.inSocketBytes += piece.data.length;
      const binary = typeof piece.data !== 'string';
      this.options.onWrite?.();
      this.socket.send(piece.data, { binary, fin: piece.fin }, () => this.sent(piece));
    }
    if (this.closeCode !== undefined && this.waiting.length === 0) this.socket.close(this.closeCode);
  }

  private sent({ data, frame }: Piece): void {
    this.inSocketBytes -= data.length;
    this.unsentBytes -= data.length;
    if (frame) this.options.holder.remove(frame);
    this.pump();
    if (this.unsentBytes <= 0) {
      clearTimeout(this.patience);
      this.patience = undefined;
    } else this.patience?.refresh();
    if (!this.isFull || this.unsentBytes > STREAM_LIMITS.resumeBytes) return;
    this.isFull = false;
    this.options.onDrained();
  }

  private watch(): void {
    this.patience ??= setTimeout(() => this.options.onUnread(), this.options.unreadSeconds * 1000);
  }

  private forget(): void {
    clearTimeout(this.patience);
    this.waiting.length = 0;
    this.options.holder.close();
  }
}
