import type { SchedulerMessage } from '@/core/messages';

/**
 * The tasks that came and were withdrawn within one batch of messages. Nobody wants them any more, so the schedule never
 * hears of them: a client that submits and leaves without pause must not keep the scheduler from everybody else.
 */
export function shortLived(messages: readonly (SchedulerMessage | undefined)[]): ReadonlySet<string> {
  const came = new Set<string>();
  const gone = new Set<string>();
  for (const message of messages) {
    if (message?.type === 'submitted' && message.task.detached === undefined) came.add(message.task.id);
    else if (message?.type === 'withdrawn' && came.has(message.task)) gone.add(message.task);
  }
  return gone;
}
