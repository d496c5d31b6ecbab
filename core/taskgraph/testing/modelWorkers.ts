import type { AttemptReport, UsageList } from '../attempt';
import { TASK_GRAPH_LIMITS } from '../limits';
import { refusal, success, type Result } from '@/core/result';
import { unknownTask } from '../problem';
import type { TaskKind } from '../taskKind';
import type { Resources } from '../taskSchema';
import type { ModelStore } from './modelStore';
import { compareForClaim, liveAttempt, takeResources, type ModelAttempt, type ModelTask } from './modelTask';
import type { TaskStep } from './transitions';

export interface Claimed {
  readonly id: string;
  readonly token: string;
  readonly leaseUntilMs: number;
}

/** What workers ask of the model (docs/task-graph.md, 8 to 11). Each method is one atomic step. */
export class ModelWorkers {
  constructor(
    private readonly store: ModelStore,
    private readonly nowMs: () => number,
    private readonly newToken: () => string,
  ) {}

  /** Up to `max` available tasks of the kind that fit together, by priority and age. */
  claim(kind: TaskKind, worker: string, max: number, resources: Resources = {}): Claimed[] {
    const claimed: Claimed[] = [];
    let free = resources;
    for (const task of [...this.store.tasks.values()].sort(compareForClaim)) {
      if (claimed.length === max) break;
      if (task.state !== 'available' || task.kind !== kind) continue;
      const left = takeResources(free, task.resources);
      if (left === undefined) continue;
      free = left;
      claimed.push(this.open(task, worker));
    }
    return claimed;
  }

  /** The other way to claim: of the tasks seen in a list, this one. */
  claimOne(id: string, kind: TaskKind, worker: string): Result<Claimed> {
    const task = this.store.tasks.get(id);
    if (task === undefined) return refusal(unknownTask(id));
    if (task.kind !== kind) return refusal({ code: 'not-allowed', message: `Task ${id} is not for ${kind} workers.` });
    if (task.state !== 'available') {
      const isTaken = liveAttempt(task) !== undefined;
      return refusal({ code: isTaken ? 'lost-race' : 'illegal-transition', message: `Task ${id} is ${task.state}.` });
    }
    return success(this.open(task, worker));
  }

  renew(id: string, token: string): Result<{ readonly leaseUntilMs: number; readonly cancel: boolean }> {
    const found = this.withLiveToken(id, token);
    if (!found.ok) return found;
    const { task, attempt } = found.value;
    attempt.leaseUntilMs = this.nowMs() + TASK_GRAPH_LIMITS.leaseMs;
    const { leaseUntilMs } = attempt;
    return success({ leaseUntilMs, cancel: task.state === 'pending_cancellation' });
  }

  /** The end of an attempt. Told again with the same token it is a success and changes nothing. */
  report(id: string, token: string, report: AttemptReport): Result<void> {
    const last = this.store.tasks.get(id)?.attempts.at(-1);
    const isRepeated = last?.token === token && last.ending !== undefined && last.ending.exitStatus !== 'abandoned';
    if (isRepeated) return success(undefined);
    const found = this.withLiveToken(id, token);
    if (!found.ok) return found;
    const { task } = found.value;
    const { state, ...ending } = report;
    const atMs = this.nowMs();
    const result = this.store.step(task, reportStep(report), { ending: { ...ending, atMs } });
    if (result.kind === 'change') return success(undefined);
    return refusal({ code: 'illegal-transition', message: `Task ${id} is ${task.state} and cannot become ${state}.` });
  }

  /** The worker may correct the server's stamp, once. */
  reportStart(id: string, token: string, startedAtMs: number): Result<void> {
    const found = this.withLiveToken(id, token);
    if (!found.ok) return found;
    const { attempt } = found.value;
    if (attempt.isStartReported && attempt.startedAtMs !== startedAtMs) {
      return refusal({ code: 'illegal-transition', message: 'time_started was reported before.' });
    }
    attempt.isStartReported = true;
    attempt.startedAtMs = startedAtMs;
    return success(undefined);
  }

  reportUsage(id: string, token: string, list: UsageList, value: number): Result<void> {
    const found = this.withLiveToken(id, token);
    if (!found.ok) return found;
    found.value.attempt.usage[list].push(value);
    return success(undefined);
  }

  /** Takes their tasks from workers whose lease has run out; gives back the ids. */
  expireLeases(): string[] {
    const atMs = this.nowMs();
    const late = [...this.store.tasks.values()].filter((task) => (liveAttempt(task)?.leaseUntilMs ?? Infinity) <= atMs);
    for (const task of late) this.store.step(task, 'abandon', { ending: { exitStatus: 'abandoned', atMs } });
    return late.map((task) => task.id);
  }

  private open(task: ModelTask, worker: string): Claimed {
    const now = this.nowMs();
    const attempt: ModelAttempt = {
      token: this.newToken(),
      worker,
      claimedAtMs: now,
      startedAtMs: now,
      isStartReported: false,
      leaseUntilMs: now + TASK_GRAPH_LIMITS.leaseMs,
      usage: { memory_usage: [], cpu_utilization: [], gpu_usage: [] },
      ending: undefined,
    };
    this.store.step(task, 'claim', { attempt });
    return { id: task.id, token: attempt.token, leaseUntilMs: attempt.leaseUntilMs };
  }

  private withLiveToken(
    id: string,
    token: string,
  ): Result<{ readonly task: ModelTask; readonly attempt: ModelAttempt }> {
    const task = this.store.tasks.get(id);
    if (task === undefined) return refusal(unknownTask(id));
    const attempt = liveAttempt(task);
    if (attempt?.token === token) return success({ task, attempt });
    return refusal({ code: 'old-token', message: `This token is not, or no longer, that of task ${id}.` });
  }
}

function reportStep(report: AttemptReport): TaskStep {
  if (report.state === 'cancelled') return 'confirm-cancellation';
  return report.exitStatus === 'success' ? 'succeed' : 'fail';
}
