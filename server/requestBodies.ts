import { IncomingMessage, type ServerResponse } from 'node:http';
import { EDGE_LIMITS } from '@/core/limits';
import { PIECE_BYTES, UnfinishedBytes, type UnfinishedLimits } from './unfinishedBytes';
import { refuse } from './upgrade';

/**
 * What a front holds of the bodies of requests that have not ended: whoever reads a body keeps it in memory until it is
 * whole, and many requests can be begun. The rest of one that goes over a limit is not read.
 */

/** Tells of each piece of its body as it comes; whoever reads it hears of it later. */
export class MeteredRequest extends IncomingMessage {
  onPiece: ((bytes: number) => void) | undefined;
  /** Nobody will read the rest; thousands of pieces may have come already. */
  isCut = false;

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    if (this.isCut) return false;
    if (chunk !== null) this.onPiece?.(chunk.length);
    return super.push(chunk, encoding);
  }
}

const USUAL: UnfinishedLimits = {
  bytesPerAddress: EDGE_LIMITS.unfinishedBodyBytesPerAddress,
  bytes: EDGE_LIMITS.unfinishedBodyBytes,
  milliseconds: EDGE_LIMITS.requestSeconds * 1000,
};
const WORDS = 'More than this server holds is on its way from your address; try again in a moment.';

export class RequestBodies {
  private readonly unfinished: UnfinishedBytes;

  constructor(
    private readonly addressOf: (request: IncomingMessage) => string,
    limits: UnfinishedLimits = USUAL,
  ) {
    this.unfinished = new UnfinishedBytes(limits);
  }

  /** Bytes that are held now. */
  get bytes(): number {
    return this.unfinished.bytes;
  }

  watch(request: IncomingMessage, response: ServerResponse): void {
    if (!(request instanceof MeteredRequest)) return;
    const { socket } = request;
    const tell = this.unfinished.open(this.addressOf(request), () => {
      request.isCut = true;
      if (response.headersSent) return void socket.destroy();
      refuse(socket, 429, WORDS, EDGE_LIMITS.retrySeconds);
      socket.destroySoon();
    });
    let held = 0;
    request.onPiece = (bytes) => tell((held += bytes + PIECE_BYTES));
    const end = () => {
      request.onPiece = undefined;
      tell(0);
    };
    request.once('end', end).once('close', end);
  }
}
