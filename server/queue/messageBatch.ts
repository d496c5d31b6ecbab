import { readMessage, schedulerMessage, type SchedulerMessage } from '@/core/messages';
import type { StreamEntry } from '@/platform/redis/readers';
import { compareIds } from '@/platform/redis/streamId';

interface HeardMessage {
  /** Undefined: nobody knows it. */
  readonly message: SchedulerMessage | undefined;
  /** It was on the stream before this scheduler led: it may have been acted on. */
  readonly isReplayed: boolean;
  /** Redis is asked before anything changes; what comes after it must not overtake it. */
  readonly isAwaited: boolean;
  readonly fields: readonly string[];
}

const ASKING: ReadonlySet<string> = new Set<SchedulerMessage['type']>([
  ...(['control', 'worker-joined', 'worker-left', 'ended-by-admin'] as const),
]);

/**
 * What one read of the stream brought, without the tasks that came and were withdrawn in it (`dropped`). Nobody wants
 * those any more, so the schedule never hears of them: a client that submits and leaves without pause must not keep the
 * scheduler from everybody else. What is replayed may be in its queue already and is not passed over.
 */
export function readBatch(
  entries: readonly StreamEntry[],
  replayedUntil: string,
): { readonly heard: readonly HeardMessage[]; readonly dropped: readonly string[] } {
  const all = entries.map(([id, fields]) => {
    const message = readMessage(schedulerMessage, fields[1] ?? '');
    const isReplayed = compareIds(id, replayedUntil) <= 0;
    return {
      message,
      isReplayed,
      isAwaited: isReplayed || (message !== undefined && ASKING.has(message.type)),
      fields,
    };
  });
  const dropped = shortLived(all);
  return { heard: all.filter(({ message }) => !message || !dropped.has(taskOf(message))), dropped: [...dropped] };
}

function shortLived(heard: readonly HeardMessage[]): ReadonlySet<string> {
  const came = new Set<string>();
  const gone = new Set<string>();
  for (const { message, isReplayed } of heard) {
    if (isReplayed) continue;
    if (message?.type === 'submitted' && message.task.detached === undefined) came.add(message.task.id);
    else if (message?.type === 'withdrawn' && came.has(message.task)) gone.add(message.task);
  }
  return gone;
}

/** Nothing for a message that is not about one task. */
function taskOf(message: SchedulerMessage): string {
  if (!('task' in message)) return '';
  return typeof message.task === 'string' ? message.task : message.task.id;
}
