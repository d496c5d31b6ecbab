import { QUEUE_LIMITS } from '@/core/limits';
import type { Outcome } from '@/core/outcome';
import type { Effect } from '@/core/schedule/events';
import type { ScheduleOptions } from '@/core/schedule/options';
import { className, type TaskClass } from '@/core/schedule/taskClass';
import type { FrontWord } from '@/core/words';
import type { Log } from '@/platform/log';
import type { Census } from './census';
import { denialWords } from './decisionWords';
import type { Lines } from './lines';
import type { Owner, Store } from './store';

/**
 * Carries out what the schedule decided: in the tasks' records, in the lines, towards backends and fronts.
 *
 * A permit is watched until its backend has taken the task. One that nobody takes is taken back (docs/queue.md, 10).
 */

export interface ExecutionParts {
  readonly options: ScheduleOptions;
  /** Who owns each task that is waiting or running. */
  readonly owners: Map<string, Owner>;
  readonly store: Store;
  readonly lines: Lines;
  readonly census: Census;
  readonly log: Log;
}

const SERVER_ERROR_OUTCOME = { kind: 'server-error' } as const;

export class Execution {
  private readonly acknowledgements = new Map<string, NodeJS.Timeout>();
  private isOver = false;

  constructor(
    private readonly parts: ExecutionParts,
    private readonly onRefused: (refused: { task: string; permit: number }) => void,
  ) {}

  end(): void {
    this.isOver = true;
    for (const timer of this.acknowledgements.values()) clearTimeout(timer);
  }

  async carryOut(effect: Effect): Promise<void> {
    const { store, lines, owners, log } = this.parts;
    if ('task' in effect) log.debug({ ...effect }, `decided: ${effect.kind}`);
    switch (effect.kind) {
      case 'number':
        lines.add(effect.taskClass, effect.task, effect.number);
        return store.enlist(effect.task, this.name(effect.taskClass), effect.number);
      case 'lane':
        return store.enlist(effect.task, '', undefined);
      case 'permit':
        lines.take(effect.taskClass, effect.task);
        await store.permit(effect.task, effect, owners.get(effect.task)?.front);
        return this.expectAcknowledgement(effect.task, effect.permit, effect.backend);
      case 'downgrade':
        return store.changeDuration(effect.task, effect.backend, effect.durationSeconds);
      case 'halt':
        this.acknowledge(effect.task);
        return store.halt(effect.task, effect.backend);
      case 'requeue':
        this.acknowledge(effect.task);
        lines.putBack(effect.taskClass, effect.task, effect.number);
        return store.requeue(effect.task, owners.get(effect.task)?.front, effect.halts, effect.restarts);
      case 'deny': {
        const word = { type: 'denied', task: effect.task, ...denialWords(effect.denial) } as const;
        return this.close(effect.task, SERVER_ERROR_OUTCOME, word);
      }
      case 'end':
        if (effect.reason === 'backend-lost')
          return this.close(effect.task, SERVER_ERROR_OUTCOME, { type: 'lost', task: effect.task });
        return this.close(effect.task, effect.reason === 'withdrawn' ? { kind: 'aborted' } : SERVER_ERROR_OUTCOME);
      case 'warn': {
        const front = owners.get(effect.task)?.front;
        if (front !== undefined) store.tellFront(front, { type: 'warned', task: effect.task, reason: effect.reason });
        return;
      }
      case 'limits-kept':
        return;
    }
  }

  expectAcknowledgement(task: string, permit: number, backend: string): void {
    const timer = setTimeout(
      () => void this.takeBack(task, permit, backend),
      QUEUE_LIMITS.permitAcknowledgeSeconds * 1000,
    );
    this.acknowledgements.set(task, timer);
  }

  acknowledge(task: string): void {
    clearTimeout(this.acknowledgements.get(task));
    this.acknowledgements.delete(task);
  }

  private async takeBack(task: string, permit: number, backend: string): Promise<void> {
    this.acknowledgements.delete(task);
    if (this.isOver || !(await this.parts.store.takeBack(task, permit).catch(() => false))) return;
    this.parts.log.warn({ task, backend }, 'a permit was not acknowledged and is taken back');
    // The schedule forgets the backend until it joins again; if its worker is well, it does with the next look.
    this.parts.census.doubt(backend);
    this.onRefused({ task, permit });
  }

  /** `outcome`: for a record whose task ends here and not on a backend. */
  private async close(task: string, outcome: Outcome, word?: FrontWord): Promise<void> {
    this.acknowledge(task);
    const { owners, lines, store } = this.parts;
    const owner = owners.get(task) ?? { front: undefined };
    owners.delete(task);
    lines.finish(task, word?.type ?? 'finished');
    await store.close(task, owner, word, outcome);
  }

  private name(taskClass: TaskClass): string {
    return className(taskClass, this.parts.options.levels);
  }
}
