import type { Redis } from 'ioredis';
import { readQueueState } from '@/core/admin/queueState';
import { ALARM_CODES } from '@/core/admin/reason';
import { isShellPlace } from '@/core/schedule/shellPlaces';
import { inTime } from '@/platform/deadline';
import { KEYS } from '@/platform/redis/keys';
import type { Health } from './health';

/** The queue as its leader sees it, its estimates, and the alarms, for /metrics: the same at every front. */

/** A number, or numbers by the value of the label; undefined: it cannot be read now. */
type Seen = number | Readonly<Record<string, number>> | undefined;
export type Look = () => Seen | Promise<Seen>;

type AddGauge = (name: string, help: string, look: Look, label?: string) => void;

/** Redis may be away, and those who ask for metrics will want to know of it. */
const PATIENCE_MS = 1000;

export function watchQueue(gauge: AddGauge, redis: Redis, readHealth: () => Promise<Health>): void {
  const state = async () => readQueueState((await inTime(redis.get(KEYS.queueState), PATIENCE_MS)) ?? null);
  const byClass = async (of: 'waiting' | 'running') => {
    const classes = Object.entries((await state())?.classes ?? {});
    return Object.fromEntries(classes.map(([name, line]) => [name, line[of]]));
  };
  gauge('asyground_line_waiting', 'Tasks that wait in the queue, by class.', () => byClass('waiting'), 'class');
  gauge('asyground_line_running', 'Tasks that run, by class.', () => byClass('running'), 'class');
  gauge(
    'asyground_line_oldest_seconds',
    'How long the first task of each class has been waiting; 0 if none waits.',
    async () => {
      const nowMs = Date.now();
      const classes = Object.entries((await state())?.classes ?? {});
      return Object.fromEntries(
        classes.map(([name, { oldestSinceMs = nowMs }]) => [name, Math.max(0, nowMs - oldestSinceMs) / 1000]),
      );
    },
    'class',
  );
  for (const [what, help] of [
    ['pairs', 'Tasks that waited and whose estimate was compared with what came, of the last ones, by class.'],
    ['boundShare', 'Share of waits at or below the bound that was told for nine of ten, by class.'],
    ['factor', 'By what the bound of a class is scaled so that it holds for nine of ten.'],
  ] as const)
    gauge(
      `asyground_estimate_${what === 'boundShare' ? 'bound_share' : what}`,
      help,
      async () => {
        const classes = Object.entries((await state())?.calibration?.classes ?? {});
        return Object.fromEntries(classes.map(([name, one]) => [name, one[what]]));
      },
      'class',
    );
  gauge('asyground_failures_kept', 'Failed tasks that are kept for the admin page.', async () =>
    inTime(redis.xlen(KEYS.failures), PATIENCE_MS),
  );
  gauge('asyground_lanes_waiting', 'Tasks behind the windows of their clients.', async () => (await state())?.inLanes);
  gauge(
    'asyground_backends',
    'Backends, by what they do.',
    async () => {
      const all = Object.entries((await state())?.backends ?? {});
      const backends = all.flatMap(([id, backend]) => (isShellPlace(id) ? [] : [backend]));
      const draining = backends.filter((backend) => backend.draining).length;
      const busy = backends.filter((backend) => !backend.draining && backend.task !== undefined).length;
      return { busy, draining, ready: backends.length - busy - draining };
    },
    'state',
  );
  gauge(
    'asyground_level_limit',
    'Tasks that may run at this level or above.',
    async () => Object.fromEntries(((await state())?.levels ?? []).map(({ name, inForce }) => [name, inForce])),
    'level',
  );
  gauge(
    'asyground_estimate',
    'How good the estimates were: mean wait and mean error in seconds, shares of good ones and of kept bounds.',
    async () => {
      const found = (await state())?.calibration;
      if (!found) return undefined;
      const { meanWaitSeconds, meanErrorSeconds, goodShare, boundShare } = found;
      return { mean_wait: meanWaitSeconds, mean_error: meanErrorSeconds, good: goodShare, bound: boundShare };
    },
    'what',
  );
  gauge(
    'asyground_alarm',
    '1 while this alarm is on (docs/operating.md).',
    async () => {
      const on = new Set((await readHealth()).alarms.map(({ code }) => code));
      return Object.fromEntries(ALARM_CODES.map((code) => [code, on.has(code) ? 1 : 0]));
    },
    'code',
  );
}
