import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { WATCHDOG_LIMITS } from '@/core/limits';
import type { WatcherData } from './heartbeat';
import { stackOfMainThread } from './mainStack';

/**
 * The thread beside the event loop of a child (heartbeat.ts). It shares nothing with the loop but a number, so it goes on
 * while the loop stands still, and writes one log line about each standstill by itself.
 */

const { name, beats } = workerData as WatcherData;
/** As pino writes it. */
const ERROR_LEVEL = 50;
const STDOUT = 1;

let lastBeat = 0;
let lastBeatMs = performance.now();
let lastLookMs = lastBeatMs;
let isTold = false;

setInterval(() => {
  const nowMs = performance.now();
  // The machine, or all of this process, stood still: the loop is not to blame.
  const wasAway = nowMs - lastLookMs > 4 * WATCHDOG_LIMITS.heartbeatMs;
  lastLookMs = nowMs;
  const beat = Atomics.load(beats, 0);
  if (beat !== lastBeat || wasAway) {
    lastBeat = beat;
    lastBeatMs = nowMs;
    isTold = false;
  } else if (!isTold && nowMs - lastBeatMs >= WATCHDOG_LIMITS.lookSeconds * 1000) {
    isTold = true;
    void stackOfMainThread().then((doing) => tell(doing, nowMs - lastBeatMs));
  }
}, WATCHDOG_LIMITS.heartbeatMs);

function tell(doing: readonly string[], milliseconds: number): void {
  const msg = `the event loop stands still; it is in ${doing[0] ?? 'native code'}`;
  const line = { level: ERROR_LEVEL, time: new Date().toISOString(), process: name, milliseconds, doing, msg };
  writeSync(STDOUT, `${JSON.stringify(line)}\n`);
}
