import { SEVERE_ALARMS, type ReasonValues } from './reason';
import type { QuietWindow, Webhook } from './webhook';

/**
 * Which alarms a webhook is told of, and when (docs/admin.md, "Webhooks"). Of each alarm and each webhook:
 *
 * off     -> the alarm is on -> pending
 * pending -> it has been on for long enough, the pause since the last message is over, and there is no maintenance window:
 *            `firing` -> told
 *         -> it is off: nobody ever heard of it -> off
 * told    -> it is off: `resolved`, at once and also within a window -> off, and the pause goes on
 */

export interface AlarmNews {
  readonly code: string;
  readonly message: string;
  readonly values?: ReasonValues | undefined;
}

export interface AlarmState {
  readonly news: AlarmNews;
  readonly sinceMs: number;
  readonly isTold: boolean;
}

/** Of one webhook: alarms that are on by their code, and when it last heard of each. */
export interface TellingState {
  readonly on: Readonly<Record<string, AlarmState>>;
  readonly toldAtMs: Readonly<Record<string, number>>;
}

export const NOTHING_TOLD: TellingState = { on: {}, toldAtMs: {} };

export interface Telling {
  readonly event: 'firing' | 'resolved';
  readonly news: AlarmNews;
  readonly sinceMs: number;
}

interface Seen {
  readonly alarms: readonly AlarmNews[];
  readonly nowMs: number;
  readonly isQuiet: boolean;
}

export function tellAlarms(
  hook: Webhook,
  state: TellingState,
  { alarms, nowMs, isQuiet }: Seen,
): {
  readonly state: TellingState;
  readonly tellings: readonly Telling[];
} {
  const wanted = alarms.filter(({ code }) => !hook.severeOnly || SEVERE_ALARMS.has(code));
  const tellings: Telling[] = [];
  const on: Record<string, AlarmState> = {};
  const toldAtMs: Record<string, number> = {};
  // What is longer ago than the pause says nothing any more.
  for (const [code, atMs] of Object.entries(state.toldAtMs))
    if (nowMs - atMs < hook.pauseSeconds * 1000) toldAtMs[code] = atMs;
  for (const news of wanted) {
    const { code } = news;
    const { sinceMs, isTold } = state.on[code] ?? { sinceMs: nowMs, isTold: false };
    const isDue = nowMs - sinceMs >= hook.afterSeconds * 1000 && toldAtMs[code] === undefined && !isQuiet;
    on[code] = { news, sinceMs, isTold: isTold || isDue };
    if (isTold || !isDue) continue;
    toldAtMs[code] = nowMs;
    tellings.push({ event: 'firing', news, sinceMs });
  }
  for (const [code, { news, sinceMs, isTold }] of Object.entries(state.on))
    if (isTold && on[code] === undefined) tellings.push({ event: 'resolved', news, sinceMs });
  return { state: { on, toldAtMs }, tellings };
}

export function isQuietAt(windows: readonly QuietWindow[], nowMs: number): boolean {
  return windows.some(({ fromMs, untilMs }) => fromMs <= nowMs && nowMs < untilMs);
}

interface Measured {
  readonly oldestSeconds: number | undefined;
  readonly ended: number;
  readonly failed: number;
}

/** So many of a minute's tasks say something. */
const MIN_ENDED = 5;

/** What the thresholds of a webhook make of the figures of the last minute. */
export function thresholdAlarms(hook: Webhook, { oldestSeconds = 0, ended, failed }: Measured): AlarmNews[] {
  const found: AlarmNews[] = [];
  const { maxWaitSeconds, maxFailedPercent } = hook;
  if (maxWaitSeconds > 0 && oldestSeconds > maxWaitSeconds) {
    const seconds = Math.round(oldestSeconds);
    found.push({ code: 'long-wait', message: `A task has been waiting for ${seconds} s.`, values: { seconds } });
  }
  const percent = ended === 0 ? 0 : Math.round((failed / ended) * 100);
  if (maxFailedPercent > 0 && ended >= MIN_ENDED && percent >= maxFailedPercent) {
    const message = `${percent} % of the ${ended} tasks of the last minute failed.`;
    found.push({ code: 'failing', message, values: { percent, count: ended } });
  }
  return found;
}
