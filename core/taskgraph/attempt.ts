import type { ExitStatus } from './workerSchema';

/** One try of a task, as its worker tells of it. */

export type UsageList = 'memory_usage' | 'cpu_utilization' | 'gpu_usage';

export interface AttemptEnding {
  readonly exitStatus: ExitStatus;
  readonly exitCode?: number;
  readonly signal?: string;
  readonly atMs: number;
}

/** What a worker says at the end. */
export interface AttemptReport extends Omit<AttemptEnding, 'atMs'> {
  readonly state: 'terminated' | 'cancelled';
}
