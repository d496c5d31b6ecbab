import type { Redis } from 'ioredis';
import { z } from 'zod';
import { refusal, success, type Result } from '@/core/result';
import type { SortKey, TaskListQuery } from '@/core/taskgraph/querySchema';
import { KEYS } from '@/platform/redis/keys';
import { labelsOf, type Fields } from './storedTask';
import type { StoredTask, TaskReader } from './taskReader';

/**
 * Lists of tasks (docs/task-graph.md, 12): the narrowest sorted set of ids is gone through by age in parts, and each task
 * is looked at by its small fields. Any order but that of age needs all that match, and takes accordingly longer.
 */

interface TaskPage {
  readonly tasks: readonly StoredTask[];
  readonly next: string | undefined;
}

interface Candidate {
  readonly id: string;
  readonly serial: number;
  readonly fields: Fields;
}

const IDS_AT_ONCE = 500;
/** Of one request in the order of age; the page is then shorter, and its cursor goes on. */
const MAX_LOOKED_AT = 20_000;
const FIELDS = [
  'state',
  'owner',
  'graph',
  'kind',
  'name',
  'labels',
  'created',
  'updated',
  'deadline',
  'priority',
  'estimate',
  'memory',
  'cores',
  'gpus',
];

const cursorSchema = z.strictObject({ sort: z.string(), value: z.union([z.string(), z.number()]), serial: z.number() });
type Cursor = z.infer<typeof cursorSchema>;

export class Listing {
  constructor(
    private readonly redis: Redis,
    private readonly reader: TaskReader,
  ) {}

  /** `owner`: whose tasks may be seen; '' everybody's. */
  async list(query: TaskListQuery, owner: string): Promise<Result<TaskPage>> {
    const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor);
    if (query.cursor !== undefined && cursor?.sort !== query.sort) {
      return refusal({ code: 'invalid-query', message: 'cursor: expected the `next` of a page of the same order' });
    }
    const isDescending = query.sort.startsWith('-');
    const key = query.sort.replace('-', '') as SortKey;
    const found =
      key === 'created_at'
        ? await this.byAge(query, owner, isDescending, cursor)
        : await this.bySort(query, owner, key, isDescending, cursor);
    const withCommands = query.fields === undefined || query.fields.includes('command');
    const ids = found.candidates.map(({ id }) => id);
    const tasks = await this.reader.readMany(ids, withCommands);
    return success({ tasks, next: found.next && writeCursor(found.next) });
  }

  /** Every task that matches, by age, in parts. */
  async *matching(query: TaskListQuery, owner: string, isDescending = false, after?: number) {
    const set = this.narrowestSet(query, owner);
    for (let last = after; ;) {
      const part = await this.idsAfter(set, isDescending, last);
      if (part.length === 0) return;
      last = part.at(-1)?.serial;
      const visible = await this.reader.onlyVisible(await this.look(part));
      yield { found: visible.filter(({ fields }) => matches(fields, query, owner)), looked: part.length, last };
    }
  }

  private async byAge(query: TaskListQuery, owner: string, isDescending: boolean, cursor: Cursor | undefined) {
    const candidates: Candidate[] = [];
    let looked = 0;
    for await (const part of this.matching(query, owner, isDescending, cursor?.serial)) {
      candidates.push(...part.found);
      looked += part.looked;
      const isFull = candidates.length > query.limit;
      if (!isFull && looked < MAX_LOOKED_AT) continue;
      const page = candidates.slice(0, query.limit);
      const serial = (isFull ? page.at(-1)?.serial : part.last) ?? 0;
      return { candidates: page, next: { sort: query.sort, value: serial, serial } };
    }
    return { candidates, next: undefined };
  }

  private async bySort(
    query: TaskListQuery,
    owner: string,
    key: SortKey,
    isDescending: boolean,
    cursor: Cursor | undefined,
  ) {
    const direction = isDescending ? -1 : 1;
    const compare = (a: Cursor, b: Cursor) => direction * (compareValues(a.value, b.value) || a.serial - b.serial);
    let kept: (Candidate & { readonly at: Cursor })[] = [];
    for await (const { found } of this.matching(query, owner)) {
      const placed = found.map((candidate) => {
        const { serial, fields } = candidate;
        return { ...candidate, at: { sort: query.sort, value: sortValue(key, fields), serial } };
      });
      kept.push(...placed.filter(({ at }) => cursor === undefined || compare(cursor, at) < 0));
      kept = kept.sort((a, b) => compare(a.at, b.at)).slice(0, query.limit + 1);
    }
    const candidates = kept.slice(0, query.limit);
    return { candidates, next: kept.length > query.limit ? candidates.at(-1)?.at : undefined };
  }

  private narrowestSet({ graph, state, owner: wanted }: TaskListQuery, owner: string): string {
    if (graph !== undefined) return KEYS.graph('graph', graph, 'tasks');
    const whose = owner === '' ? wanted : owner;
    if (whose !== undefined) return KEYS.graph('owner', whose);
    const [only, ...others] = state ?? [];
    return only !== undefined && others.length === 0 ? KEYS.graph('state', only) : KEYS.graph('tasks');
  }

  private async idsAfter(set: string, isDescending: boolean, serial: number | undefined) {
    const limit = ['LIMIT', 0, IDS_AT_ONCE] as const;
    const args = isDescending
      ? await this.redis.zrevrangebyscore(
          set,
          serial === undefined ? '+inf' : `(${serial}`,
          '-inf',
          'WITHSCORES',
          ...limit,
        )
      : await this.redis.zrangebyscore(
          set,
          serial === undefined ? '-inf' : `(${serial}`,
          '+inf',
          'WITHSCORES',
          ...limit,
        );
    const flat = args.flat().map(String);
    return Array.from({ length: flat.length / 2 }, (_, i) => ({
      id: flat[2 * i] ?? '',
      serial: Number(flat[2 * i + 1]),
    }));
  }

  private async look(part: readonly { readonly id: string; readonly serial: number }[]): Promise<Candidate[]> {
    const pipeline = this.redis.pipeline();
    for (const { id } of part) pipeline.hmget(KEYS.graph('task', id), ...FIELDS);
    const answers = (await pipeline.exec()) ?? [];
    return part.map(({ id, serial }, i) => {
      const values = (answers[i]?.[1] ?? []) as (string | null)[];
      const fields = FIELDS.flatMap((name, at) => (values[at] ? [[name, values[at]] as const] : []));
      return { id, serial, fields: Object.fromEntries(fields) };
    });
  }
}

function matches(fields: Fields, query: TaskListQuery, owner: string): boolean {
  const { state, kind, label, name, created_after: after, created_before: before, deadline_before: due } = query;
  const created = Number(fields.created);
  return (
    fields.state !== undefined &&
    (owner === '' || fields.owner === owner) &&
    (query.owner === undefined || fields.owner === query.owner) &&
    (state === undefined || state.some((wanted) => wanted === fields.state)) &&
    (kind === undefined || kind.some((wanted) => wanted === fields.kind)) &&
    (label === undefined || labelsOf(fields).includes(label)) &&
    (name === undefined || fields.name === name) &&
    (after === undefined || created >= Date.parse(after)) &&
    (before === undefined || created < Date.parse(before)) &&
    (due === undefined || (fields.deadline !== undefined && Date.parse(fields.deadline) < Date.parse(due))) &&
    requestsAtMost(fields.memory, query.memory_bytes_at_most) &&
    requestsAtMost(fields.cores, query.cores_at_most) &&
    requestsAtMost(fields.gpus, query.gpus_at_most)
  );
}

function requestsAtMost(requested: string | undefined, most: number | undefined): boolean {
  return most === undefined || Number(requested ?? 0) <= most;
}

/** What has no value stands last. */
function sortValue(key: SortKey, fields: Fields): string | number {
  switch (key) {
    case 'created_at':
      return Number(fields.created);
    case 'updated_at':
      return Number(fields.updated);
    case 'priority':
      return Number(fields.priority);
    case 'estimated_runtime_ms':
      return fields.estimate === undefined ? Number.MAX_SAFE_INTEGER : Number(fields.estimate);
    case 'deadline':
      return fields.deadline === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(fields.deadline);
    case 'name':
      return fields.name ?? '\uffff';
  }
}

function compareValues(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}

function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

function readCursor(text: string): Cursor | undefined {
  try {
    return cursorSchema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}
