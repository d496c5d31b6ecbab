import { z } from 'zod';

/**
 * Why something is so, for a page that says it in the language of whoever reads it: a code, and what stands in the
 * sentence.
 */

export const reasonValues = z.record(z.string(), z.union([z.string(), z.number()]));
export type ReasonValues = Readonly<z.infer<typeof reasonValues>>;

/** The worst first. */
export const ALARM_CODES = [
  'redis',
  'no-backend',
  'no-scheduler',
  'backend-lost',
  'permits-unread',
  'versions-differ',
  'redis-slow',
  'redis-full',
  'disk-full',
  'estimates-off',
  'shortcut-differs',
] as const;
export type AlarmCode = (typeof ALARM_CODES)[number];

/** With one of these the service does not do its work. */
export const SEVERE_ALARMS: ReadonlySet<string> = new Set<AlarmCode>(['redis', 'no-backend', 'no-scheduler']);

/** Of the scheduler's decisions. */
export const DECISION_CODES = [
  'started',
  'lowered-busy',
  'lowered-by-client',
  'next-to-give-way',
  'backend-drains',
  'batch-gives-way',
  'shell-gives-way',
  'sent-back',
  'requeued',
  'long-wait',
  'no-free-backend',
  'shells-of-address',
  'paused',
  'none-joined',
  'backend-lost',
] as const;
const decisionCode = z.enum(DECISION_CODES);

export const decisionReason = z.object({ code: decisionCode, values: reasonValues.optional() });
export type DecisionReason = Readonly<z.infer<typeof decisionReason>>;

/** Of actions that were not done. */
export const REFUSAL_CODES = [
  'failed',
  'session-ended',
  'needs-role',
  'empty-field',
  'no-scheduler',
  'bad-levels',
  'durations-fixed',
  'limits-unchanged',
  'unknown-class',
  'unknown-backend',
  'not-requeueable',
  'no-sources',
  'no-failed-sources',
  'unknown-failure',
  'bad-query',
  'scheduler-silent',
  'own-token',
  'unknown-token',
  'own-session',
  'unknown-session',
  'unknown-webhook',
  'too-many-webhooks',
  'bad-webhook',
  'unknown-window',
  'bad-window',
  'unknown-artifact',
  'no-graphs',
  'job-not-pending',
  'job-built-in',
  'job-not-dead',
  'unknown-link',
  'unknown-report',
] as const;

export const refusalReason = z.object({ code: z.enum(REFUSAL_CODES), values: reasonValues.optional() });
export type RefusalReason = Readonly<z.infer<typeof refusalReason>>;
