import { sayReady } from '@/platform/childContext';
import { startHeartbeat } from '@/platform/watchdog/heartbeat';

/** A child whose event loop turns a few times and then never again. */

function busyWithNothing(): void {
  for (let count = 0; ; count += 1) if (count < 0) return;
}

sayReady();
startHeartbeat('fixture', new URL(`file://${process.cwd()}/dist/watcher.mjs`));
setTimeout(busyWithNothing, 200);
