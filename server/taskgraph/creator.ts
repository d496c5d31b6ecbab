import { checkGraph, type CheckedGraph } from '@/core/taskgraph/graph';
import { TASK_GRAPH_ROOM } from '@/core/taskgraph/limits';
import { kindOf } from '@/core/taskgraph/taskKind';
import { refusal, success, type Result } from '@/core/result';
import { invalidBody } from '@/core/taskgraph/problem';
import type { Command, GraphBody, TaskBody } from '@/core/taskgraph/taskSchema';
import type { Blobs } from '@/platform/blobs/blobs';
import { isAnonymous, type Caller } from './access';
import type { GraphAdmission } from './admission';
import type { GraphWriter } from './graphWriter';
import { newId, sha256 } from './ids';
import type { OwnerStore, RepeatableRequest } from './ownerStore';
import { onceFor } from './reservation';
import type { Scripts } from './scripts';

/** Creates tasks and graphs, repeatably with an Idempotency-Key (docs/task-graph.md, 12). */

const BLOBS_AT_ONCE = 16;

interface CreatorParts {
  readonly admission: GraphAdmission;
  readonly scripts: Scripts;
  readonly blobs: Blobs;
  readonly owners: OwnerStore;
  readonly graphs: GraphWriter;
}

export class Creator {
  constructor(private readonly parts: CreatorParts) {}

  /** Gives back the id of the task. */
  async createTask(caller: Caller, body: TaskBody, key: string | undefined): Promise<Result<string>> {
    const refused = refuseExternal(caller.owner, [body]);
    if (refused) return refused;
    const id = newId('t');
    const command = body.command === undefined ? '' : await this.keepCommand(id, body.command);
    const repeatable = repeatableRequest(key, body);
    const { owner, room } = caller;
    const created = await this.parts.owners.create(owner, body, { id, command, room, repeatable });
    const isKept = created.ok && created.value === id;
    if (!isKept && command === undefined) await this.parts.blobs.remove(`commands/${id}`);
    return created;
  }

  /** Gives back the id of the graph. */
  async createGraph(caller: Caller, body: GraphBody, key: string | undefined): Promise<Result<string>> {
    const checked = checkGraph(body);
    if (!checked.ok) return checked;
    return this.writeGraph(caller, checked.value, repeatableRequest(key, body));
  }

  /** `retryOf`: the task that each one is another try of, by local name. */
  async writeGraph(
    caller: Pick<Caller, 'owner' | 'room'>,
    graph: CheckedGraph,
    repeatable?: RepeatableRequest,
    retryOf?: ReadonlyMap<string, string>,
  ): Promise<Result<string>> {
    const refused = refuseExternal(caller.owner, [...graph.tasks.values()]);
    if (refused) return refused;
    const id = newId('g');
    const write = () => this.writeNow(id, caller, graph, repeatable, retryOf);
    return repeatable ? onceFor(this.parts.scripts, { owner: caller.owner, graph: id, ...repeatable }, write) : write();
  }

  private async writeNow(
    id: string,
    { owner, room }: Pick<Caller, 'owner' | 'room'>,
    graph: CheckedGraph,
    repeatable?: RepeatableRequest,
    retryOf?: ReadonlyMap<string, string>,
  ): Promise<Result<string>> {
    const ids = new Map([...graph.tasks.keys()].map((local) => [local, newId('t')]));
    const commands = await this.keepCommands(graph, ids);
    const written = await this.parts.graphs.create(owner, graph, {
      id,
      ids,
      room,
      repeatable,
      commandOf: (local) => commands.get(local),
      ...(retryOf && { retryOf }),
    });
    if (written.ok) return success(id);
    for (const [local, task] of ids) {
      if (graph.tasks.get(local)?.command && !commands.has(local)) await this.parts.blobs.remove(`commands/${task}`);
    }
    return written;
  }

  private async keepCommands(graph: CheckedGraph, ids: ReadonlyMap<string, string>): Promise<Map<string, string>> {
    const inRedis = new Map<string, string>();
    const withCommand = [...graph.tasks].filter(([, body]) => body.command !== undefined);
    for (let at = 0; at < withCommand.length; at += BLOBS_AT_ONCE) {
      const keep = async ([local, { command }]: [string, TaskBody]) => {
        const kept = command && (await this.keepCommand(ids.get(local) ?? '', withIds(command, ids)));
        if (kept !== undefined) inRedis.set(local, kept);
      };
      await Promise.all(withCommand.slice(at, at + BLOBS_AT_ONCE).map(keep));
    }
    return inRedis;
  }

  /** Whether a task may get this command in place of its own: as for a new one, it needs a right, a size and room. */
  async refusedCommand(caller: Caller, command: Command): Promise<Result<never> | undefined> {
    const { maxChangedCommandBytes: most } = TASK_GRAPH_ROOM;
    const bytes = Buffer.byteLength(JSON.stringify(command));
    if (bytes > most) {
      const detail = `expected at most ${most} bytes of JSON where a command is changed, found ${bytes}`;
      return refusal(invalidBody([{ field: 'command', detail }]));
    }
    const refused = refuseExternal(caller.owner, [{ command }]);
    if (refused) return refused;
    const full = await this.parts.admission.refusal(caller, 'tasks', bytes);
    return full && refusal(full);
  }

  /** Its text, if that stays in Redis; undefined if it is a blob now. */
  private async keepCommand(id: string, command: Command): Promise<string | undefined> {
    const text = JSON.stringify(command);
    if (Buffer.byteLength(text) <= TASK_GRAPH_ROOM.maxCommandBytesInRedis) return text;
    await this.parts.blobs.put(`commands/${id}`, Buffer.from(text));
    return undefined;
  }
}

/** A stranger's words must not reach the machines of others (docs/task-graph.md, 14). */
function refuseExternal(owner: string, bodies: readonly TaskBody[]): Result<never> | undefined {
  if (!isAnonymous(owner) || !bodies.some((body) => kindOf(body) === 'external')) return undefined;
  const detail = 'External tasks need a token: send "Authorization: Bearer TOKEN". Without one, tasks can only render.';
  return refusal({ code: 'not-allowed', message: detail });
}

/** Files that tasks of the same graph make are named by local names; from now on by ids. */
function withIds(command: Command, ids: ReadonlyMap<string, string>): Command {
  if (command.render === undefined) return command;
  const files = Object.entries(command.render.files).map(([name, content]) => {
    if (typeof content === 'string' || !('artifact' in content)) return [name, content] as const;
    const { task, file } = content.artifact;
    return [name, { artifact: { task: ids.get(task) ?? task, file } }] as const;
  });
  return { render: { ...command.render, files: Object.fromEntries(files) } };
}

function repeatableRequest(key: string | undefined, body: unknown): RepeatableRequest | undefined {
  return key === undefined ? undefined : { key: sha256(key), fingerprint: sha256(JSON.stringify(body)) };
}
