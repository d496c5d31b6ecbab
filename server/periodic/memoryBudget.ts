import { PERIODIC_LIMITS } from '@/core/periodic/limits';

/**
 * Whether Redis has room for more jobs. The last part of its memory is kept for everything else: jobs that nobody does
 * must not keep people from drawing.
 */

/** What Redis needs for a job beside its bytes: entries in a hash and a sorted set. */
const BYTES_OF_A_JOB = 300;
/** Its allocator rounds up to sizes of which four lie between each and its double. */
const ROUNDED_UP = 1.25;

export class MemoryBudget {
  private freeBytes = Infinity;
  private takenBytes = 0;

  /** `look` is INFO memory. */
  constructor(private readonly look: () => Promise<string>) {}

  async measure(): Promise<void> {
    const takenBefore = this.takenBytes;
    const info = await this.look();
    const onTheWay = this.takenBytes - takenBefore;
    const read = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
    const most = read('maxmemory');
    this.freeBytes = most === 0 ? Infinity : most * PERIODIC_LIMITS.redisShare - read('used_memory') - onTheWay;
  }

  /** What is taken between two measurements is counted; what becomes free is seen by the next one. */
  take(bytes: number): boolean {
    const weight = bytes * ROUNDED_UP + BYTES_OF_A_JOB;
    if (weight > this.freeBytes) return false;
    this.freeBytes -= weight;
    this.takenBytes += weight;
    return true;
  }
}
