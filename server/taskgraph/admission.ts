import type { Redis } from 'ioredis';
import { ADMISSION_LIMITS } from '@/core/limits';
import type { Failure } from '@/core/errors';
import { takeHourly } from '../hourly';
import { redisFull, type Storage } from '../storage';
import { isAnonymous, type Caller } from './access';

/** Whether what a request brings may be kept (docs/task-graph.md, "Limits"). It is asked before the body is read. */

export type Keeping = 'tasks' | 'artifacts';

export class GraphAdmission {
  constructor(
    private readonly redis: Redis,
    private readonly storage: Pick<Storage, 'refusal' | 'takeRedis'>,
  ) {}

  async refusal(caller: Caller, keeps: Keeping, bytes: number): Promise<Failure | undefined> {
    const isTooLarge = () => keeps === 'tasks' && !this.storage.takeRedis(bytes);
    const full = this.storage.refusal('keep') ?? (isTooLarge() ? redisFull() : undefined);
    if (full) return { code: 'full', message: full.message, retryAfterSeconds: full.retryAfterSeconds ?? 0 };
    const often = await this.takeBytes(caller, keeps, bytes);
    if (!often) return undefined;
    return { code: 'too-many-bytes', message: often.message, retryAfterSeconds: often.retryAfterSeconds ?? 0 };
  }

  /** Sessions cost nothing: those of one address count together. */
  private takeBytes({ owner, room }: Caller, keeps: Keeping, bytes: number) {
    const { graphBytesPerHour, artifactBytesPerHour } = ADMISSION_LIMITS;
    if (keeps === 'artifacts') {
      return takeHourly(this.redis, { what: 'bytes of artifacts', most: artifactBytesPerHour }, owner, bytes);
    }
    const isSession = isAnonymous(owner);
    const most = isSession ? graphBytesPerHour.ofAddress : graphBytesPerHour.ofToken;
    return takeHourly(this.redis, { what: 'bytes of tasks', most }, isSession ? room.address : owner, bytes);
  }
}
