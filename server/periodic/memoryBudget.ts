/**
 * Whether Redis has room for more jobs. The last part of its memory is kept for everything else: jobs that nobody does
 * must not keep people from drawing.
 */

const SHARE_FOR_JOBS = 0.8;
/** What Redis needs for a job beside its bytes: entries in a hash and a sorted set. */
const BYTES_OF_A_JOB = 300;

export class MemoryBudget {
  private freeBytes = Infinity;

  /** `look` is INFO memory. */
  constructor(private readonly look: () => Promise<string>) {}

  async measure(): Promise<void> {
    const info = await this.look();
    const read = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
    const most = read('maxmemory');
    this.freeBytes = most === 0 ? Infinity : most * SHARE_FOR_JOBS - read('used_memory');
  }

  /** What is taken between two measurements is counted; what becomes free is seen by the next one. */
  take(bytes: number): boolean {
    if (bytes + BYTES_OF_A_JOB > this.freeBytes) return false;
    this.freeBytes -= bytes + BYTES_OF_A_JOB;
    return true;
  }
}
