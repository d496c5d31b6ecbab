import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { failure } from '@/core/errors';
import { EDGE_LIMITS } from '@/core/limits';
import { KIB } from '@/core/limits/units';
import { refusal, success, type Result } from '@/core/result';
import { Pace, type PaceRules } from './pace';

/**
 * What clients send packed. A few bytes may unpack to gigabytes: each is given up at its limit, and of one address no more
 * is unpacked than may come as bodies, since whoever sends little can ask for much work.
 */

/** `deflate` is that of HTTP: with the head of zlib. */
export type Encoding = 'deflate' | 'gzip';

const UNPACK = { deflate: promisify(zlib.inflate), gzip: promisify(zlib.gunzip) } as const;
const PACE: PaceRules = { burst: EDGE_LIMITS.bodyBurstBytes, perSecond: EDGE_LIMITS.bodyBytesPerSecond };
const CHUNK_BYTES = 256 * KIB;

export class Unpacking {
  private readonly pace: Pace;

  constructor(
    pace: PaceRules = PACE,
    private readonly rest: (milliseconds: number) => Promise<unknown> = sleep,
  ) {
    this.pace = new Pace(pace);
  }

  async unpack(bytes: Uint8Array, encoding: Encoding, maxBytes: number, address: string): Promise<Result<Uint8Array>> {
    const unpacked = await unpackedWithin(bytes, encoding, maxBytes);
    // One that was given up was as much work.
    const pauseMs = this.pace.take(address, unpacked.ok ? unpacked.value.length : maxBytes);
    if (pauseMs > 0) await this.rest(pauseMs);
    return unpacked;
  }
}

async function unpackedWithin(bytes: Uint8Array, encoding: Encoding, maxBytes: number): Promise<Result<Uint8Array>> {
  try {
    return success(await UNPACK[encoding](bytes, { maxOutputLength: maxBytes, chunkSize: CHUNK_BYTES }));
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return refusal(
      isTooLarge
        ? failure('too-large', `What was sent in ${encoding} has more than ${maxBytes} bytes.`)
        : failure('bad-message', `What was sent cannot be read as ${encoding}.`),
    );
  }
}
