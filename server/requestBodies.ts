import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { EDGE_LIMITS } from '@/core/limits';
import { Pace, type PaceRules } from './pace';
import { PIECE_BYTES, UnfinishedBytes, type UnfinishedLimits } from './unfinishedBytes';
import { refuse } from './upgrade';

/**
 * What a front holds of the bodies of requests that have not ended: whoever reads a body keeps it in memory until it is
 * whole, and many requests can be begun. The rest of one that goes over a limit is not read. Nor is more read of one
 * address than its pace allows: what it sends beyond that waits on its own side.
 */

/** Tells of each piece of its body as it comes; whoever reads it hears of it later. */
export class MeteredRequest extends IncomingMessage {
  /** Answers for how many milliseconds no more is to be read. */
  onPiece: ((bytes: number) => number) | undefined;
  /** Nobody will read the rest; thousands of pieces may have come already. */
  isCut = false;
  private resting: NodeJS.Timeout | undefined;
  /** Asked for while it rests. */
  private wanted: number | undefined;
  /** With its connection: a request that was answered is not told that this has closed. */
  private readonly giveUp = () => clearTimeout(this.resting);

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    if (this.isCut) return false;
    const restMs = chunk === null ? 0 : (this.onPiece?.(chunk.length) ?? 0);
    if (restMs > 0) this.rest(restMs);
    const wantsMore = super.push(chunk, encoding);
    // With false the connection is not read from, until somebody asks for more.
    return wantsMore && this.resting === undefined;
  }

  override _read(size: number): void {
    if (this.resting === undefined) super._read(size);
    else this.wanted = size;
  }

  /** Of Node, for a body that nobody wants: it would be read past all counting, as fast as it comes. */
  _dump(): void {
    this.removeAllListeners('data');
    this.resume();
  }

  private rest(milliseconds: number): void {
    const { socket } = this;
    if (socket.destroyed) return;
    if (this.resting === undefined) socket.once('close', this.giveUp);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      const { wanted } = this;
      socket.off('close', this.giveUp);
      this.resting = undefined;
      this.wanted = undefined;
      if (wanted !== undefined && !this.destroyed) super._read(wanted);
    }, milliseconds);
  }
}

const USUAL: UnfinishedLimits = {
  bytesPerAddress: EDGE_LIMITS.unfinishedBodyBytesPerAddress,
  bytes: EDGE_LIMITS.unfinishedBodyBytes,
  milliseconds: EDGE_LIMITS.requestSeconds * 1000,
};
const PACE: PaceRules = {
  burst: EDGE_LIMITS.bodyBurstBytes,
  perSecond: EDGE_LIMITS.bodyBytesPerSecond,
  maxRestMs: EDGE_LIMITS.maxRestSeconds * 1000,
};
const LINGER_MS = EDGE_LIMITS.lingerSeconds * 1000;
const WORDS = 'More than this server holds is on its way from your address; try again in a moment.';

export class RequestBodies {
  private readonly unfinished: UnfinishedBytes;
  private readonly pace: Pace;

  constructor(
    private readonly addressOf: (request: IncomingMessage) => string,
    limits: UnfinishedLimits = USUAL,
    pace: PaceRules = PACE,
    private readonly lingerMs = LINGER_MS,
  ) {
    this.pace = new Pace(pace);
    this.unfinished = new UnfinishedBytes(limits);
  }

  /** Bytes that are held now. */
  get bytes(): number {
    return this.unfinished.bytes;
  }

  watch(request: IncomingMessage, response: ServerResponse): void {
    if (!(request instanceof MeteredRequest)) return;
    const { socket } = request;
    const address = this.addressOf(request);
    const tell = this.unfinished.open(address, () => {
      request.isCut = true;
      if (response.headersSent) return void socket.destroy();
      refuse(socket, 429, WORDS, EDGE_LIMITS.retrySeconds);
      socket.destroySoon();
    });
    let held = 0;
    let isOver = false;
    request.onPiece = (bytes) => {
      if (!isOver) tell((held += bytes + PIECE_BYTES));
      return this.pace.take(address, bytes + PIECE_BYTES);
    };
    const end = () => {
      isOver = true;
      tell(0);
    };
    request.once('end', end).once('close', end);
    // One that was answered before its end neither ends nor closes; what still comes is thrown away.
    response.once('close', end);
    // Before Node's own listener, which closes the connection of an answer that says so.
    response.prependOnceListener('finish', () => {
      if (!request.complete) closeInStages(socket, this.lingerMs);
    });
  }
}

/**
 * Has a connection closed for good only when the other side has closed it, or after a while (RFC 9112, 9.6). Its client
 * still sends: closed at once, it would be reset, and an answer that the client has not read yet would be lost.
 */
function closeInStages(socket: Socket, lingerMs: number): void {
  socket.destroySoon = () => {
    socket.destroySoon = () => socket.destroy();
    socket.end();
    const lingering = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('end', () => socket.destroy()).once('close', () => clearTimeout(lingering));
  };
}
