import { buffer } from 'node:stream/consumers';
import { TASK_GRAPH_ROOM } from '@/core/taskgraph/limits';
import type { Command } from '@/core/taskgraph/taskSchema';
import { DEFAULT_SUBMISSION_OPTIONS, type Submission } from '@/core/submission/submission';
import type { Artifacts } from './artifacts';
import type { TaskReader } from './taskReader';

type Render = NonNullable<Command['render']>;
type RenderSubmission = Extract<Submission, { kind: 'render' }>;

/** What a render task asks for, with what it takes from earlier tasks; or in words why it cannot be drawn. */
export async function submissionOf(
  { files, main, options = {} }: Render,
  owner: string,
  maxDurationSeconds: number,
  { reader, artifacts }: { readonly reader: TaskReader; readonly artifacts: Artifacts },
): Promise<RenderSubmission | string> {
  const contents = new Map<string, Uint8Array>();
  let borrowed = 0;
  for (const [name, content] of Object.entries(files)) {
    if (typeof content === 'string') contents.set(name, Buffer.from(content));
    else if ('base64' in content) contents.set(name, Buffer.from(content.base64, 'base64'));
    else {
      const { task, file } = content.artifact;
      // Of the same owner: nobody draws with somebody else's files.
      const source = await reader.find(task, owner);
      const found = source.ok ? await artifacts.read(task, source.value.fields, file) : source;
      if (!found.ok) return `${name}: ${found.failure.message}`;
      const { size, stream } = found.value;
      borrowed += size;
      // Counted before it is read; with too much nothing will be drawn, and only the sum is of interest.
      if (borrowed > TASK_GRAPH_ROOM.maxBorrowedBytes) stream.destroy();
      else contents.set(name, await buffer(stream));
    }
  }
  if (borrowed > TASK_GRAPH_ROOM.maxBorrowedBytes) {
    return `Files of earlier tasks may have ${TASK_GRAPH_ROOM.maxBorrowedBytes} bytes in all; these have ${borrowed}.`;
  }
  const { duration, ...rest } = options;
  const durationSeconds = Math.min(duration ?? maxDurationSeconds, maxDurationSeconds);
  const chosen = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    kind: 'render',
    files: contents,
    main,
    options: { ...DEFAULT_SUBMISSION_OPTIONS, ...chosen, durationSeconds },
  };
}
