import type { TaskBody } from './taskSchema';

/** Who does a task: nobody (a group), the product itself, or a worker over REST. */
export type TaskKind = 'group' | 'render' | 'external';

export function kindOf(body: Pick<TaskBody, 'command'>): TaskKind {
  if (body.command === undefined) return 'group';
  return body.command.render === undefined ? 'external' : 'render';
}
