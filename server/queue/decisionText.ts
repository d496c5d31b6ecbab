import type { Failure } from '@/core/errors';
import { explained } from '@/core/explanations';
import type { Decision } from '@/core/admin/endedTask';
import { SERVER_OVERLOADED } from '@/core/submission/texts';
import type { Denial, Effect } from '@/core/schedule/events';
import type { Level } from '@/core/schedule/levels';
import { className } from '@/core/schedule/taskClass';

/** The scheduler's decisions in messages: for the one who is denied, and for the admin page's feed. */

export function denialText(denial: Denial): Failure {
  switch (denial.cause) {
    case 'long-wait':
      return {
        code: denial.code,
        message: explained('longWait', {
          seconds: Math.round(denial.predictedWaitSeconds),
          most: denial.allowedSeconds,
        }),
        retryAfterSeconds: Math.ceil(denial.predictedWaitSeconds),
      };
    case 'no-free-backend':
      return { code: denial.code, message: SERVER_OVERLOADED };
    case 'shells-of-address':
      return {
        code: denial.code,
        message: explained('shellsOfNetwork', { most: denial.allowed }),
      };
    case 'paused':
      return { code: denial.code, message: explained('classPaused', {}) };
    case 'none-joined':
      return {
        code: denial.code,
        message: explained('noBackend', {}),
      };
  }
}

/** Undefined for what is no decision between tasks, such as a place in a queue. */
export function decisionOf(effect: Effect, levels: readonly Level[], atMs: number): Decision | undefined {
  switch (effect.kind) {
    case 'permit': {
      const why = `started with up to ${effect.durationSeconds} s`;
      const taskClass = className(effect.taskClass, levels);
      return { atMs, kind: 'permit', task: effect.task, taskClass, backend: effect.backend, why };
    }
    case 'downgrade': {
      const reason = effect.reason === 'busy' ? 'others wait' : 'its client asked for less';
      const why = `limit lowered to ${effect.durationSeconds} s: ${reason}`;
      return { atMs, kind: 'downgrade', task: effect.task, backend: effect.backend, why };
    }
    case 'warn': {
      const why = effect.reason === 'busy' ? 'the next shell to give way' : 'its backend drains';
      return { atMs, kind: 'warn', task: effect.task, backend: effect.backend, why };
    }
    case 'halt':
      if (effect.reason === 'withdrawn' || effect.reason === 'stray') return undefined;
      return { atMs, kind: 'halt', task: effect.task, backend: effect.backend, why: HALT_TEXT[effect.reason] };
    case 'requeue': {
      const taskClass = className(effect.taskClass, levels);
      const why = `back to the head of its queue (halted ${effect.halts}, lost ${effect.restarts} times)`;
      return { atMs, kind: 'requeue', task: effect.task, taskClass, why };
    }
    case 'deny':
      return { atMs, kind: 'deny', task: effect.task, why: denialText(effect.denial).message };
    case 'end':
      if (effect.reason !== 'backend-lost') return undefined;
      return { atMs, kind: 'lost', task: effect.task, why: 'its backend was lost' };
    default:
      return undefined;
  }
}

const HALT_TEXT = {
  batch: 'batch work gives way to a person',
  shell: 'a shell gives way to a render',
  'sent-back': 'an administrator put it back in the queue',
} as const;
