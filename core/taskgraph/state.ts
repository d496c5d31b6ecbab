/**
 * The life of a task (docs/task-graph.md, "States").
 *
 * **inactive**: waits for its parents, or is held by its owner. When the last parent has succeeded it is released; its
 *   owner may activate it once it has no unfinished parent. Either way it becomes available; a group, which has no
 *   command, becomes terminated at once and releases onward.
 * **available**: waits for a worker, which claims it: running, with a new attempt. It cannot go back to inactive, for a
 *   worker may have claimed it, or its children, in the meantime.
 * **running**: one worker has its token. Success: terminated, and the children are released. Failure: available again
 *   while attempts are left; else terminated, and everything below it is cancelled. The worker falls silent: the same,
 *   but counted apart from the task's own attempts.
 * **pending_cancellation**: was cancelled while it ran; what is below it was cancelled in the same step. Whatever its
 *   worker reports, it does not run again and releases nothing: terminated, or cancelled if the worker stopped it or
 *   fell silent.
 * **cancelled**, **terminated**: the end.
 *
 * Cancelling is allowed in every state. From inactive and available it ends the task and cancels what is below; from the
 * last three states it changes nothing and is a success. To release what is not inactive does nothing, too.
 *
 * A claim of what another worker has is a lost race; every other step is illegal.
 *
 * Each step is a Lua script (platform/redis/scripts/taskgraph*.lua). Tests compare them with the same rules as a table,
 * in testing/transitions.ts.
 */
export const TASK_STATES = [
  'inactive',
  'available',
  'running',
  'pending_cancellation',
  'cancelled',
  'terminated',
] as const;
export type TaskState = (typeof TASK_STATES)[number];

export function isTaskState(text: string): text is TaskState {
  return (TASK_STATES as readonly string[]).includes(text);
}
