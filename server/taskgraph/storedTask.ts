import { z } from 'zod';
import { taskDocumentSchema, type TaskDocument } from '@/core/taskgraph/documentSchema';
import { TASK_GRAPH_LIMITS } from '@/core/taskgraph/limits';
import { kindOf } from '@/core/taskgraph/taskKind';
import { commandSchema, type Resources, type TaskBody } from '@/core/taskgraph/taskSchema';
import type { PatchBody } from '@/core/taskgraph/workerSchema';
import type { Arg } from './scripts';
import { at } from '@/core/basePath';

/**
 * A task as it stands in Redis: a hash of small values (platform/redis/scripts/taskgraphState.lua), and beside it its
 * continuations and its command.
 */

export type Fields = Readonly<Record<string, string>>;

export const storedArtifact = z.object({
  file: z.string(),
  type: z.string(),
  bytes: z.number(),
  /** Its name in the blob store. */
  blob: z.string(),
});
export type StoredArtifact = Readonly<z.infer<typeof storedArtifact>>;

const storedArtifacts = z.array(storedArtifact);
const storedLabels = z.array(z.string());
/** The words of the hash; what is not among them was not written by our scripts. */
const { kind: storedKind, state: storedState, exit_status: storedExit } = taskDocumentSchema.shape;

/** What a body says that stays in the hash, as names and values in turn. */
export function fieldsOf(body: TaskBody, extra: Readonly<Record<string, string>> = {}): Arg[] {
  const { defaultAttempts, defaultTerminationMs } = TASK_GRAPH_LIMITS;
  return [
    ...['kind', kindOf(body), 'priority', body.priority ?? 0],
    ...['maxAttempts', body.max_attempt_count ?? defaultAttempts],
    ...['termination', body.max_termination_time_ms ?? defaultTerminationMs],
    ...(body.name === undefined ? [] : ['name', body.name]),
    ...optionalFields(body),
    ...Object.entries(extra).flat(),
  ];
}

/** What a PATCH changes. */
export function changedFields(body: PatchBody): Arg[] {
  return [
    ...(body.command === undefined ? [] : ['kind', kindOf(body)]),
    ...(body.priority === undefined ? [] : ['priority', body.priority]),
    ...(body.max_attempt_count === undefined ? [] : ['maxAttempts', body.max_attempt_count]),
    ...(body.max_termination_time_ms === undefined ? [] : ['termination', body.max_termination_time_ms]),
    ...optionalFields(body),
  ];
}

function optionalFields(body: TaskBody | PatchBody): Arg[] {
  const { requested_resources: resources, labels } = body;
  return [
    ...(resources === undefined ? [] : resourceFields(resources)),
    ...(body.estimated_runtime_ms === undefined ? [] : ['estimate', body.estimated_runtime_ms]),
    ...(body.deadline === undefined ? [] : ['deadline', body.deadline]),
    ...(labels === undefined ? [] : ['labels', JSON.stringify([...new Set(labels)])]),
  ];
}

/** Empty: not asked for. */
function resourceFields({ memory_bytes, cores, gpus }: Resources): Arg[] {
  return ['memory', memory_bytes ?? '', 'cores', cores ?? '', 'gpus', gpus ?? ''];
}

export function idsOf(text: string | null | undefined): string[] {
  return text ? text.split(' ') : [];
}

export function isoTime(milliseconds: number | string): string {
  return new Date(Number(milliseconds)).toISOString();
}

export function artifactsOfDetached(fields: Fields): StoredArtifact[] {
  return fields.artifacts === undefined ? [] : storedArtifacts.parse(JSON.parse(fields.artifacts));
}

export function artifactUrl(id: string, file: string): string {
  return at(`/api/v1/tasks/${id}/artifacts/${encodeURIComponent(file)}`);
}

/** The command is its JSON text; undefined of a group. */
export function documentOf(
  id: string,
  fields: Fields,
  continuations: readonly string[],
  command: string | undefined,
): TaskDocument {
  const attempts = Number(fields.attempts ?? 0);
  return {
    id,
    ...(fields.name === undefined ? {} : { name: fields.name }),
    ...(fields.graph ? { graph: fields.graph } : {}),
    ...(fields.local === undefined ? {} : { local_name: fields.local }),
    ...(fields.retryOf === undefined ? {} : { retry_of: fields.retryOf }),
    owner: fields.owner?.startsWith('token:') ? fields.owner : 'session',
    kind: storedKind.parse(fields.kind),
    ...(command === undefined ? {} : { command: commandSchema.parse(JSON.parse(command)) }),
    state: storedState.parse(fields.state),
    continuations: [...continuations],
    pending_dependency_count: Number(fields.pending ?? 0),
    requested_resources: resourcesOf(fields),
    ...(fields.estimate === undefined ? {} : { estimated_runtime_ms: Number(fields.estimate) }),
    max_termination_time_ms: Number(fields.termination),
    max_attempt_count: Number(fields.maxAttempts),
    attempt_count: attempts,
    retry_count: Math.max(0, attempts - 1),
    abandoned_count: Number(fields.abandoned ?? 0),
    ...(fields.deadline === undefined ? {} : { deadline: fields.deadline }),
    priority: Number(fields.priority),
    labels: labelsOf(fields),
    ...(fields.worker === undefined ? {} : { worker: workerName(fields.worker) }),
    ...(fields.exit === undefined ? {} : { exit_status: storedExit.parse(fields.exit) }),
    artifacts: artifactsOfDetached(fields).map(({ file, type, bytes }) => ({
      file,
      type,
      bytes,
      url: artifactUrl(id, file),
    })),
    created_at: isoTime(fields.created ?? 0),
    updated_at: isoTime(fields.updated ?? 0),
  };
}

export function labelsOf(fields: Fields): string[] {
  return fields.labels === undefined ? [] : storedLabels.parse(JSON.parse(fields.labels));
}

function resourcesOf({ memory, cores, gpus }: Fields): Resources {
  return {
    ...(memory ? { memory_bytes: Number(memory) } : {}),
    ...(cores ? { cores: Number(cores) } : {}),
    ...(gpus ? { gpus: Number(gpus) } : {}),
  };
}

/** A worker is known by its token and the name it gives itself; others see the name. */
export function workerKey(credential: string, name: string): string {
  return `${credential}/${name}`;
}

export function workerName(key: string): string {
  return key.slice(key.indexOf('/') + 1);
}
