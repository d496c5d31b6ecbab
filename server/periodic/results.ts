import type { Redis } from 'ioredis';
import { PERIODIC_LIMITS } from '@/core/periodic/limits';
import { KEYS } from '@/platform/redis/keys';
import type { BatchWriter } from './batchWriter';
import type { RejectOnClose } from './rejectOnClose';

/**
 * How results reach callers that wait at other fronts. With no other front they stay where they are. Small ones travel
 * in the message; large ones are put aside for a short time, and only a front where somebody waits fetches them: a
 * subscriber that falls behind by some 30 MB would be cut off by Redis.
 */

const MAX_MESSAGE_BYTES = 16 * 1024;
const FORM = { none: 0, inline: 1, kept: 2 } as const;
const NOTHING = new Uint8Array(0);

export class Results {
  /** As the last answer told. */
  otherFronts = 0;
  private lastNumber = 0;

  constructor(
    private readonly front: string,
    private readonly redis: Redis,
    private readonly rejectOnClose: RejectOnClose,
  ) {}

  /** What is put aside is sent before the batch that tells of it, over the same connection. */
  write(writer: BatchWriter, data: Uint8Array, isForOthers: boolean): BatchWriter {
    if (!isForOthers) return writer.u8(FORM.none).data(NOTHING);
    if (data.length <= MAX_MESSAGE_BYTES) return writer.u8(FORM.inline).data(data);
    this.lastNumber += 1;
    const key = KEYS.periodic('result', this.front, String(this.lastNumber));
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.length);
    // What was not kept is told as a result without data.
    this.rejectOnClose.hold(this.redis.set(key, bytes, 'EX', PERIODIC_LIMITS.resultSeconds)).catch(() => undefined);
    return writer.u8(FORM.kept).data(Buffer.from(key, 'latin1'));
  }

  /** Null: it is gone. */
  fetch(key: string): Promise<Uint8Array | null> {
    return this.rejectOnClose.hold(this.redis.getBuffer(key));
  }
}
