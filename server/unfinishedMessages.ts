import type { Duplex } from 'node:stream';
import { EDGE_LIMITS } from '@/core/limits';
import { FrameMeter } from './frameMeter';
import { UnfinishedBytes, type UnfinishedLimits } from './unfinishedBytes';

/**
 * What all WebSockets of a front hold of messages that have begun and not ended. Whoever goes over a limit is cut off; a
 * close frame would have to wait behind what it never sends.
 */

const USUAL: UnfinishedLimits = {
  bytesPerAddress: EDGE_LIMITS.unfinishedBytesPerAddress,
  bytes: EDGE_LIMITS.unfinishedBytes,
  milliseconds: EDGE_LIMITS.messageSeconds * 1000,
};

export class UnfinishedMessages {
  private readonly unfinished: UnfinishedBytes;

  constructor(limits: UnfinishedLimits = USUAL) {
    this.unfinished = new UnfinishedBytes(limits);
  }

  /** Bytes that are held now. */
  get bytes(): number {
    return this.unfinished.bytes;
  }

  watch(socket: Duplex, address: string): void {
    const meter = new FrameMeter();
    const tell = this.unfinished.open(address, () => socket.destroy());
    const hear = (chunk: Uint8Array) => {
      meter.push(chunk);
      tell(meter.unfinishedBytes);
    };
    socket.on('data', hear);
    socket.once('close', () => {
      socket.off('data', hear);
      tell(0);
    });
  }
}
