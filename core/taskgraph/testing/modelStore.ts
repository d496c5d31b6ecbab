import { TASK_GRAPH_LIMITS } from '../limits';
import type { ModelAttempt, ModelTask, TaskEvent } from './modelTask';
import { transition, type TaskEffect, type TaskStep, type Transition } from './transitions';

/** What a step brings along for the attempt it opens or closes. */
interface StepContext {
  readonly attempt?: ModelAttempt;
  readonly ending?: NonNullable<ModelAttempt['ending']>;
}

/**
 * The tasks of the model and the only place that changes their states. One call is one atomic step of the service, with
 * all that follows from it: releases run down chains of groups, cancellations down everything below (docs/task-graph.md,
 * 3 to 5). What follows waits in a list, so that no depth can overflow.
 */
export class ModelStore {
  readonly tasks = new Map<string, ModelTask>();
  readonly events: TaskEvent[] = [];
  /** Every edge over which a success has been passed on, in order. */
  readonly releases: { readonly parent: string; readonly child: string }[] = [];

  constructor(private readonly nowMs: () => number) {}

  add(task: ModelTask): void {
    this.tasks.set(task.id, task);
    this.record(task, undefined);
  }

  step(task: ModelTask, step: TaskStep, context: StepContext = {}): Transition {
    const todo: { readonly task: ModelTask; readonly step: TaskStep }[] = [];
    const result = this.change(task, step, context, (next, follow) => todo.push({ task: next, step: follow }));
    for (let index = 0; index < todo.length; index += 1) {
      const next = todo[index];
      if (next) this.change(next.task, next.step, {}, (below, follow) => todo.push({ task: below, step: follow }));
    }
    return result;
  }

  private change(
    task: ModelTask,
    step: TaskStep,
    context: StepContext,
    follow: (task: ModelTask, step: TaskStep) => void,
  ): Transition {
    const result = transition(task.state, step, {
      isGroup: task.kind === 'group',
      pendingDependencyCount: task.pendingDependencyCount,
      hasAttemptsLeft: task.attemptCount < task.maxAttemptCount,
      hasAbandonmentsLeft: task.abandonedCount + 1 < TASK_GRAPH_LIMITS.maxAbandonedAttempts,
    });
    if (result.kind !== 'change') return result;
    const from = task.state;
    task.state = result.to;
    this.record(task, from);
    for (const effect of result.effects) this.carryOut(effect, task, context, follow);
    return result;
  }

  private carryOut(
    effect: TaskEffect,
    task: ModelTask,
    context: StepContext,
    follow: (task: ModelTask, step: TaskStep) => void,
  ): void {
    switch (effect) {
      case 'open-attempt':
        if (context.attempt === undefined) return;
        task.attempts.push(context.attempt);
        task.attemptCount += 1;
        return;
      case 'close-attempt': {
        const attempt = task.attempts.at(-1);
        if (attempt !== undefined) attempt.ending = context.ending;
        if (context.ending?.exitStatus !== 'abandoned') return;
        task.attemptCount -= 1;
        task.abandonedCount += 1;
        return;
      }
      case 'release-continuations':
        for (const child of this.continuationsOf(task)) {
          if (child.state !== 'inactive') continue;
          child.pendingDependencyCount -= 1;
          this.releases.push({ parent: task.id, child: child.id });
          if (child.pendingDependencyCount === 0) follow(child, 'release');
        }
        return;
      case 'cancel-continuations':
        for (const child of this.continuationsOf(task)) follow(child, 'cancel');
        return;
      case 'tell-worker':
        // The worker hears of it with its next renewal, which looks at the state.
        return;
    }
  }

  private *continuationsOf(task: ModelTask): Generator<ModelTask> {
    for (const id of task.continuations) {
      const child = this.tasks.get(id);
      if (child !== undefined) yield child;
    }
  }

  private record(task: ModelTask, from: TaskEvent['from']): void {
    const atMs = this.nowMs();
    this.events.push({ serial: this.events.length + 1, atMs, task: task.id, from, to: task.state });
  }
}
