import type { Failure } from '@/core/errors';
import { explained } from '@/core/explanations';
import type { Decision } from '@/core/admin/endedTask';
import { SERVER_OVERLOADED } from '@/core/submission/texts';
import type { Denial, Effect } from '@/core/schedule/events';
import type { Level } from '@/core/schedule/levels';
import { className } from '@/core/schedule/taskClass';
import type { DecisionReason } from '@/core/admin/reason';

/** The scheduler's decisions: in words for the one who is denied, as codes for the admin page's feed. */

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
      const taskClass = className(effect.taskClass, levels);
      const reason = { code: 'started', values: { seconds: effect.durationSeconds } } as const;
      return { atMs, kind: 'permit', task: effect.task, taskClass, backend: effect.backend, reason };
    }
    case 'downgrade': {
      const code = effect.reason === 'busy' ? 'lowered-busy' : 'lowered-by-client';
      const reason = { code, values: { seconds: effect.durationSeconds } } as const;
      return { atMs, kind: 'downgrade', task: effect.task, backend: effect.backend, reason };
    }
    case 'warn': {
      const code = effect.reason === 'busy' ? 'next-to-give-way' : 'backend-drains';
      return { atMs, kind: 'warn', task: effect.task, backend: effect.backend, reason: { code } };
    }
    case 'halt': {
      if (effect.reason === 'withdrawn' || effect.reason === 'stray') return undefined;
      const code = HALT_CODES[effect.reason];
      return { atMs, kind: 'halt', task: effect.task, backend: effect.backend, reason: { code } };
    }
    case 'requeue': {
      const taskClass = className(effect.taskClass, levels);
      const reason = { code: 'requeued', values: { halts: effect.halts, losses: effect.restarts } } as const;
      return { atMs, kind: 'requeue', task: effect.task, taskClass, reason };
    }
    case 'deny':
      return { atMs, kind: 'deny', task: effect.task, reason: denialReason(effect.denial) };
    case 'end':
      if (effect.reason !== 'backend-lost') return undefined;
      return { atMs, kind: 'lost', task: effect.task, reason: { code: 'backend-lost' } };
    default:
      return undefined;
  }
}

const HALT_CODES = { batch: 'batch-gives-way', shell: 'shell-gives-way', 'sent-back': 'sent-back' } as const;

function denialReason(denial: Denial): DecisionReason {
  switch (denial.cause) {
    case 'long-wait': {
      const { predictedWaitSeconds, allowedSeconds } = denial;
      return { code: 'long-wait', values: { wait: Math.round(predictedWaitSeconds), allowed: allowedSeconds } };
    }
    case 'shells-of-address':
      return { code: denial.cause, values: { allowed: denial.allowed } };
    case 'no-free-backend':
    case 'paused':
    case 'none-joined':
      return { code: denial.cause };
  }
}
