import type { Redis } from 'ioredis';
import type { Level } from '@/core/schedule/levels';
import type { RunningRecord, ScheduleRecords, WaitingRecord } from '@/core/schedule/records';
import { classNamed, classOf, type TaskClass } from '@/core/schedule/taskClass';
import type { WorkerCard } from '@/core/words';
import { KEYS } from '@/platform/redis/keys';
import type { Owner, Store, StoredTask } from './store';

/** What a new leader finds in Redis (docs/queue.md, 11): every waiting and running task, as the last leader left it. */

export interface Found extends ScheduleRecords {
  /** Running for the schedule, but their backends have not said so yet. */
  readonly unacknowledged: readonly { readonly task: string; readonly permit: number; readonly backend: string }[];
  readonly owners: ReadonlyMap<string, Owner>;
}

export async function findRecords(
  redis: Redis,
  store: Store,
  workers: readonly WorkerCard[],
  levels: readonly Level[],
): Promise<Found> {
  const ids = await redis.smembers(KEYS.tasks);
  const stored = await Promise.all(ids.map((id) => store.read(id)));
  const gone = ids.filter((_, i) => stored[i] === undefined);
  if (gone.length > 0) await redis.srem(KEYS.tasks, ...gone);
  const owners = new Map<string, Owner>();
  const waiting: WaitingRecord[] = [];
  const running: RunningRecord[] = [];
  const unacknowledged: { task: string; permit: number; backend: string }[] = [];
  for (const one of stored) {
    if (!one) continue;
    owners.set(one.task.id, one.task);
    const base = waitingRecord(one, levels);
    const { backend, permit, startedAtMs, grantedSeconds, number } = one.fields;
    if (backend !== undefined && number !== undefined) {
      if (one.fields.state === 'permitted') unacknowledged.push({ task: one.task.id, permit: Number(permit), backend });
      running.push({
        ...base,
        number: Number(number),
        backend,
        permit: Number(permit),
        startedAtMs: Number(startedAtMs),
        grantedSeconds: Number(grantedSeconds),
      });
    } else waiting.push(base);
  }
  const backends = workers.flatMap((card) => card.backends.map((id) => ({ id, draining: false })));
  return { backends, waiting, running, owners, unacknowledged };
}

function waitingRecord({ task, fields }: StoredTask, levels: readonly Level[]): WaitingRecord {
  return {
    id: task.id,
    taskClass: task.record ? 'batch' : classOfStored(task.kind, fields.class, task.options.durationSeconds, levels),
    durationSeconds: task.options.durationSeconds,
    client: task.client,
    address: task.address,
    owner: task.record ? 'record' : 'connection',
    submittedAtMs: task.createdAtMs,
    halts: Number(fields.halts ?? 0),
    restarts: Number(fields.restarts ?? 0),
    ...(fields.number ? { number: Number(fields.number) } : {}),
  };
}

function classOfStored(
  kind: string,
  name: string | undefined,
  durationSeconds: number | undefined,
  levels: readonly Level[],
): TaskClass {
  if (kind === 'shell') return 'interactive';
  return (name ? classNamed(name, levels) : undefined) ?? classOf(durationSeconds, levels);
}
