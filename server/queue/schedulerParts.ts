import type { Redis } from 'ioredis';
import type { Journal } from '@/core/schedule/journal';
import type { Schedule } from '@/core/schedule/schedule';
import type { EstimateAccuracy } from './estimator';
import type { LeaderAnswers } from './leaderAnswers';
import type { ExecutionParts } from './execution';
import type { Watcher } from './watcher';

/** What a scheduler that leads is made of, for one term. */
export interface SchedulerParts extends ExecutionParts {
  readonly schedule: Schedule;
  /** Applies events to it, and remembers them. */
  readonly journal: Journal;
  /** To administrators. */
  readonly answers: LeaderAnswers;
  /** Its own; closed with it. */
  readonly blockingRedis: Redis;
  readonly watcher: (accuracy: () => EstimateAccuracy | undefined) => Watcher;
  /** What administrators have set has changed. */
  readonly onControl: () => Promise<void>;
  /** Something that was heard could not be acted on. */
  readonly onFailed: (error: unknown) => void;
  /** Nothing that this one believes is to be trusted any more. */
  readonly onDrift: (why: string) => void;
}
