import { z } from 'zod';
import { ADMIN_LIMITS } from './limits';
import { reasonValues } from './reason';

/** Who is told of alarms outside (docs/admin.md, "Webhooks"): where to, what of, and when not. */

const { maxUrl, maxPauseSeconds, maxThresholdSeconds } = ADMIN_LIMITS;

/** Into the address of a person's choice goes nothing that it could leak. */
const webhookUrl = z
  .string()
  .trim()
  .min(1)
  .max(maxUrl)
  .refine(isWebhookUrl, 'must be an http or https address without a user name or password');

export const webhookSettings = z.object({
  url: webhookUrl,
  /** An alarm is told when it has been on for so long. */
  afterSeconds: z.number().min(0).max(maxPauseSeconds).default(0),
  /** Between two messages that the same alarm is on. */
  pauseSeconds: z.number().min(0).max(maxPauseSeconds).default(300),
  /** Only what keeps the service from working. */
  severeOnly: z.boolean().default(false),
  /** A task that has waited for longer, and a larger share of failures in a minute, are told like alarms; 0: they are not. */
  maxWaitSeconds: z.number().min(0).max(maxThresholdSeconds).default(60),
  maxFailedPercent: z.number().min(0).max(100).default(25),
});
export type WebhookSettings = z.infer<typeof webhookSettings>;

export const webhook = webhookSettings.extend({ id: z.string(), createdAtMs: z.number() });
export type Webhook = Readonly<z.infer<typeof webhook>>;

/** Nothing is told from here to there. */
export const quietWindow = z.object({ id: z.string(), fromMs: z.number(), untilMs: z.number() });
export type QuietWindow = Readonly<z.infer<typeof quietWindow>>;

/** What is sent, as JSON. */
export const webhookMessage = z.object({
  event: z.enum(['firing', 'resolved', 'test']),
  /** The same if it is sent again. */
  id: z.string(),
  at: z.string(),
  /** The address of the service, if it knows it. */
  source: z.string().optional(),
  alarm: z.object({
    code: z.string(),
    message: z.string(),
    values: reasonValues.optional(),
    severe: z.boolean(),
    since: z.string(),
  }),
});
export type WebhookMessage = Readonly<z.infer<typeof webhookMessage>>;

/** One message on its way, as the admin page shows it. */
export const deliveryRow = z.object({
  id: z.string(),
  url: z.string(),
  event: z.string(),
  code: z.string(),
  atMs: z.number(),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.number(),
  /** The status, or why there was none. */
  answer: z.string().optional(),
});
export type DeliveryRow = z.infer<typeof deliveryRow>;

export function isWebhookUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}
