import { z } from 'zod';
import { TASK_GRAPH_LIMITS, TASK_GRAPH_ROOM } from '@/core/taskgraph/limits';
import { kindOf } from '@/core/taskgraph/taskKind';
import { refusal, success, type Result } from '@/core/result';
import { unknownTask } from '@/core/taskgraph/problem';
import { isHeld, type TaskBody } from '@/core/taskgraph/taskSchema';
import type { BulkContinuationsBody, PatchBody } from '@/core/taskgraph/workerSchema';
import type { Edge } from '@/core/taskgraph/edge';
import { newId } from './ids';
import { changedFields, fieldsOf, storedArtifact, type StoredArtifact } from './storedTask';
import { problemOf, type Scripts, type Arg } from './scripts';

/** What owners ask of single tasks (docs/task-graph.md, 2 to 6 and 12). Each method is one script. */

export interface RepeatableRequest {
  /** A hash of the client's key. */
  readonly key: string;
  readonly fingerprint: string;
}

/** How many tasks may be kept. */
export interface Budget {
  readonly ofOwner: number;
  readonly inAll: number;
  /** A hash of the address of an anonymous owner; '' of others, who are not counted by address. */
  readonly address: string;
  readonly ofAddress: number;
}

interface CreateOptions {
  readonly room: Budget;
  readonly repeatable?: RepeatableRequest | undefined;
  readonly id?: string;
  /** The command, if it is to stay in Redis; kept as a blob already otherwise. */
  readonly command?: string | undefined;
}

/** '' may touch everybody's tasks. */
type OwnerFilter = string;

export class OwnerStore {
  constructor(private readonly scripts: Scripts) {}

  /** One task; its continuations exist already. Gives back its id, or that of the task an earlier request made. */
  async create(owner: string, body: TaskBody, options: CreateOptions): Promise<Result<string>> {
    const { repeatable, command, room, id = newId('t') } = options;
    const stranger = noId(body.continuations);
    if (stranger !== undefined) return refusal(unknownTask(stranger));
    const args: Arg[] = [id, owner, body.name ?? '', command ?? '', isHeld(body) ? 0 : 1];
    args.push(repeatable?.key ?? '', repeatable?.fingerprint ?? '', TASK_GRAPH_ROOM.idempotencyKeySeconds);
    args.push(...budgetArgs(room), [...new Set(body.continuations)].join(' '));
    const isBlob = command === undefined && kindOf(body) !== 'group';
    const answer = await this.scripts.ask('create', [...args, ...fieldsOf(body, isBlob ? { commandBlob: '1' } : {})]);
    return answer[0] === 'ok' ? success(String(answer[1])) : refusal(problemOf(answer, id));
  }

  async addContinuations(owner: OwnerFilter, request: BulkContinuationsBody): Promise<Result<Edge[]>> {
    const args = [owner, TASK_GRAPH_LIMITS.maxContinuations, ...namedEdges(request)];
    return readEdges(await this.scripts.ask('link', args));
  }

  async removeContinuations(owner: OwnerFilter, request: BulkContinuationsBody): Promise<Result<Edge[]>> {
    return readEdges(await this.scripts.ask('unlink', [owner, ...namedEdges(request)]));
  }

  async patch(owner: OwnerFilter, id: string, body: PatchBody): Promise<Result<void>> {
    const { state = '', name = '', add_continuations: add = [], remove_continuations: remove = [] } = body;
    const stranger = noId([...add, ...remove]);
    if (stranger !== undefined) return refusal(unknownTask(stranger));
    // Additions come first, then removals: what is in both is not there in the end. The limits are those of the end.
    const removed = new Set(remove);
    const added = add.filter((child) => !removed.has(child));
    const args = [id, owner, state, name, TASK_GRAPH_LIMITS.maxContinuations, added.join(' '), remove.join(' ')];
    const command = body.command === undefined ? '' : JSON.stringify(body.command);
    const answer = await this.scripts.ask('patch', [...args, command, ...changedFields(body)]);
    return answer[0] === 'ok' ? success(undefined) : refusal(problemOf(answer, id));
  }

  /** Takes away what a task drew or wrote; gives back what was known of it. */
  async dropArtifact(owner: OwnerFilter, id: string, file: string): Promise<Result<StoredArtifact>> {
    const answer = await this.scripts.ask('drop', [id, owner, file]);
    if (answer[0] !== 'ok') return refusal(problemOf(answer, id));
    return success(storedArtifact.parse(JSON.parse(String(answer[1]))));
  }

  activate(owner: OwnerFilter, id: string): Promise<Result<void>> {
    return this.patch(owner, id, { state: 'available' });
  }

  cancel(owner: OwnerFilter, id: string): Promise<Result<void>> {
    return this.patch(owner, id, { state: 'cancelled' });
  }
}

/** As platform/redis/scripts/taskgraphBudget.lua reads it. */
export function budgetArgs({ ofOwner, inAll, address, ofAddress }: Budget): Arg[] {
  return [ofOwner, inAll, address, ofAddress];
}

/** Ids go to the scripts with spaces between them: what has one inside is nobody's id. */
function noId(ids: readonly string[] = []): string | undefined {
  return ids.find((id) => /\s/.test(id));
}

/** Every value of every target, as parents and children in turn. */
function namedEdges(request: BulkContinuationsBody): string[] {
  return request.flatMap(({ targets, values }) =>
    targets.flatMap((parent) => values.flatMap((child) => [parent, child])),
  );
}

function readEdges(answer: readonly unknown[]): Result<Edge[]> {
  if (answer[0] !== 'ok') return refusal(problemOf(answer, ''));
  const args = z.array(z.string()).parse(answer[1]);
  const edges: Edge[] = [];
  for (let i = 0; i + 1 < args.length; i += 2) edges.push({ parent: args[i] ?? '', child: args[i + 1] ?? '' });
  return success(edges);
}
