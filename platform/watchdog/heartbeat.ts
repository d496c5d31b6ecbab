import { existsSync } from 'node:fs';
import { url as inspectorUrl } from 'node:inspector';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { WATCHDOG_LIMITS } from '@/core/limits';
import { sayAlive } from '../childContext';

/**
 * The heartbeat of a child: its event loop tells the supervisor again and again that it turns, and whoever is silent for
 * too long is killed and started again (platform/supervisor/watchdog.ts). A thread beside it sees the silence sooner and
 * writes down what the loop is busy with, which nobody could tell afterwards.
 */

/** What the thread is told. */
export interface WatcherData {
  readonly name: string;
  /** One number that changes with every beat. */
  readonly beats: Int32Array;
}

/** Somebody who looks at it with a debugger stops it on purpose. */
export function startHeartbeat(name: string, watcher = new URL('./watcher.mjs', import.meta.url)): void {
  if (process.send === undefined || inspectorUrl() !== undefined) return;
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const beat = () => {
    Atomics.add(beats, 0, 1);
    sayAlive();
  };
  beat();
  setInterval(beat, WATCHDOG_LIMITS.heartbeatMs).unref();
  // Run from sources there is none, and whoever develops has other means.
  if (!existsSync(fileURLToPath(watcher))) return;
  const workerData: WatcherData = { name, beats };
  new Worker(watcher, { workerData, resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 } })
    // Without it the process only says less.
    .on('error', () => undefined)
    .unref();
}
