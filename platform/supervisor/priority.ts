import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { SUPERVISOR_LIMITS } from '@/core/limits';

/**
 * Lets a child go before everything else that wants a processor, as far as the kernel allows it: people wait for its
 * answers, and it computes for a moment at a time.
 *
 * Where the kernel divides its time by sessions first (`sched_autogroup`), niceness counts only within a session. Every
 * bubblewrap that starts is a session of its own with as much weight as a child of ours, so the session is raised too.
 */
export function raisePriority(pid: number): void {
  attempt(() => setPriority(pid, SUPERVISOR_LIMITS.niceness));
  raiseSession(pid);
}

/** For the keeper, which starts and ends jails one at a time: what it starts must not inherit its niceness. */
export function raiseSession(pid: number): void {
  attempt(() => writeFileSync(`/proc/${pid}/autogroup`, String(SUPERVISOR_LIMITS.niceness)));
}

/** Only root may, and not every kernel knows sessions: everything works without it. */
function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // It runs beside the others then.
  }
}
