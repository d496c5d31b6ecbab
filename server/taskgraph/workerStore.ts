import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { TASK_GRAPH_LIMITS, TASK_GRAPH_ROOM } from '@/core/taskgraph/limits';
import type { TaskKind } from '@/core/taskgraph/taskKind';
import type { UsageList } from '@/core/taskgraph/attempt';
import type { AttemptReport } from '@/core/taskgraph/attempt';
import { refusal, success, type Result } from '@/core/result';
import { SERVES_ALL, type Served } from '@/core/taskgraph/served';
import type { Resources } from '@/core/taskgraph/taskSchema';
import { pairs } from '@/platform/redis/script';
import { idsOf, type StoredArtifact } from './storedTask';
import { problemOf, type Scripts, type Arg } from './scripts';
import type { StoredTask } from './taskReader';

/** What workers ask (docs/task-graph.md, 8 to 11). Each method is one script. */

export interface ClaimedTask extends StoredTask {
  readonly token: string;
  readonly leaseUntilMs: number;
}

export interface Claims {
  readonly tasks: readonly ClaimedTask[];
  /** What this worker is to stop, told once. */
  readonly cancel: readonly string[];
}

/** Both times as the worker says, if it does. */
export interface TimedReport extends AttemptReport {
  readonly startedAtMs?: number;
  readonly endedAtMs?: number;
  /** Other fields of the attempt, of our own renders. */
  readonly extra?: readonly Arg[];
}

const MAX_EXPIRED_AT_ONCE = 100;

export class WorkerStore {
  constructor(
    private readonly scripts: Scripts,
    readonly leaseMs: number = TASK_GRAPH_LIMITS.leaseMs,
    private readonly newToken: () => string = () => `${randomUUID()}.`,
  ) {}

  /** For renders, `max` is how many may run in all. */
  async claim(
    kind: TaskKind,
    worker: string,
    max: number,
    resources: Resources = {},
    serves: Served = SERVES_ALL,
  ): Promise<Claims> {
    const { memory_bytes: memory = '', cores = '', gpus = '' } = resources;
    const looks = TASK_GRAPH_LIMITS.maxTasksLookedAt;
    const args = [kind, worker, max, this.newToken(), this.leaseMs, looks, memory, cores, gpus];
    args.push(JSON.stringify(serves));
    const [cancel, ...claimed] = (await this.scripts.ask('claim', args)) as [string[], ...unknown[][]];
    return { cancel, tasks: claimed.map(readClaimed) };
  }

  async claimOne(
    id: string,
    kind: TaskKind,
    worker: string,
    serves: Served = SERVES_ALL,
  ): Promise<Result<{ readonly token: string; readonly leaseUntilMs: number }>> {
    const token = this.newToken();
    const args = [id, kind, worker, token, this.leaseMs, JSON.stringify(serves)];
    const answer = await this.scripts.ask('claimOne', args);
    if (answer[0] !== 'ok') return refusal(problemOf(answer, id));
    return success({ token, leaseUntilMs: Number(answer[1]) });
  }

  async renew(id: string, token: string): Promise<Result<{ readonly leaseUntilMs: number; readonly cancel: boolean }>> {
    const answer = await this.scripts.ask('renew', [id, token, this.leaseMs]);
    if (answer[0] !== 'ok') return refusal(problemOf(answer, id));
    return success({ leaseUntilMs: Number(answer[1]), cancel: answer[2] === 'pending_cancellation' });
  }

  /** Gives back the task as it is then. */
  async report(id: string, token: string, report: TimedReport): Promise<Result<StoredTask>> {
    const { state, exitStatus, exitCode, signal, startedAtMs: started, endedAtMs: ended } = report;
    const known = [
      ...(exitCode === undefined ? [] : ['exitCode', exitCode]),
      ...(signal === undefined ? [] : ['signal', signal]),
      ...(ended === undefined ? [] : ['ended', ended]),
      ...(report.extra ?? []),
    ];
    const args = [id, token, state, exitStatus, started ?? '', ...known];
    const answer = await this.scripts.ask('report', args);
    return answer[0] === 'ok' ? success(readTask(id, answer.slice(1))) : refusal(problemOf(answer, id));
  }

  reportStart(id: string, token: string, startedAtMs: number): Promise<Result<void>> {
    return this.done('started', id, [token, startedAtMs]);
  }

  reportUsage(id: string, token: string, list: UsageList, value: number): Promise<Result<void>> {
    return this.done('usage', id, [token, list, value, TASK_GRAPH_LIMITS.maxUsageValues]);
  }

  /** By no fault of the task's: counted apart from its attempts. */
  abandon(id: string, token: string): Promise<Result<void>> {
    return this.done('abandon', id, [token, TASK_GRAPH_LIMITS.maxAbandonedAttempts]);
  }

  /** What a task drew or wrote; `isAll` if nothing else remains of earlier attempts. */
  keepArtifacts(
    id: string,
    token: string,
    artifacts: readonly StoredArtifact[],
    isAll: boolean,
  ): Promise<Result<void>> {
    const args = [token, isAll ? 1 : 0, TASK_GRAPH_ROOM.maxArtifacts];
    return this.done('keep', id, [...args, ...artifacts.map((artifact) => JSON.stringify(artifact))]);
  }

  /** Takes their tasks from workers whose lease has run out; gives back the ids. */
  async expireLeases(): Promise<string[]> {
    const args = [MAX_EXPIRED_AT_ONCE, TASK_GRAPH_LIMITS.maxAbandonedAttempts];
    return (await this.scripts.ask('expire', args)).map(String);
  }

  private async done(
    script: 'started' | 'usage' | 'abandon' | 'keep',
    id: string,
    args: readonly Arg[],
  ): Promise<Result<void>> {
    const answer = await this.scripts.ask(script, [id, ...args]);
    return answer[0] === 'ok' ? success(undefined) : refusal(problemOf(answer, id));
  }
}

function readClaimed(args: unknown[]): ClaimedTask {
  const [id, token, lease, ...task] = args;
  return { ...readTask(String(id), task), token: String(token), leaseUntilMs: Number(lease) };
}

const texts = z.array(z.string());
const text = z.string().nullish();

/** The command is undefined if it is kept as a blob. */
function readTask(id: string, [fields, continuations, command]: readonly unknown[]): StoredTask {
  return {
    id,
    fields: Object.fromEntries(pairs(texts.parse(JSON.parse(String(fields))))),
    continuations: idsOf(text.parse(continuations)),
    command: text.parse(command) ?? undefined,
  };
}
