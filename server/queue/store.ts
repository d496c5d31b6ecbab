import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { RETENTION } from '@/core/limits';
import type { Outcome } from '@/core/outcome';
import { emptyEnd } from '@/core/record';
import { readTask, type TaskRecord } from '@/core/task';
import type { FrontWord, PermitWord, WorkerWord } from '@/core/words';
import { KEYS } from '@/platform/redis/keys';
import { loadScript } from '@/platform/redis/script';

/**
 * The scheduler's hand on Redis: every change is one script that compares the epoch. `Deposed` means that another
 * scheduler leads: the caller stops at once and changes nothing more.
 */

export class Deposed extends Error {}

const SCRIPTS = {
  enlist: loadScript('enlist'),
  permit: loadScript('permit'),
  command: loadScript('command'),
  requeue: loadScript('requeue'),
  close: loadScript('close'),
  takeBack: loadScript('takeBack'),
};

/** Who hears of a task's end. */
export type Owner = Pick<TaskRecord, 'front' | 'record'>;

/** A task's record with the fields that the scheduler keeps in it. */
export interface StoredTask {
  readonly task: TaskRecord;
  readonly fields: Readonly<Record<string, string>>;
}

export class Store {
  constructor(
    private readonly redis: Redis,
    private readonly epoch: number,
  ) {}

  /** Before anything else: what is asked for without a wait in between is then done in that order. */
  async prepare(): Promise<void> {
    await Promise.all(Object.values(SCRIPTS).map((script) => script.load(this.redis)));
  }

  async read(id: string): Promise<StoredTask | undefined> {
    const fields = await this.redis.hgetall(KEYS.task(id));
    const task = readTask(id, fields);
    return task && { task, fields };
  }

  async enlist(task: string, className: string, number: number | undefined): Promise<void> {
    const state = number === undefined ? 'lane' : 'waiting';
    await this.run(
      'enlist',
      [KEYS.task(task), KEYS.tasks, KEYS.taskFiles(task)],
      [task, className, state, number ?? ''],
    );
  }

  async permit(
    task: string,
    { backend, permit, durationSeconds }: { backend: string; permit: number; durationSeconds: number },
    front: string | undefined,
  ): Promise<void> {
    const word: PermitWord = { task, token: randomUUID(), permit, durationSeconds, epoch: this.epoch, front };
    const args = [backend, word.token, permit, durationSeconds, Date.now(), JSON.stringify(word)];
    await this.run('permit', [KEYS.task(task), KEYS.permits(backend)], args);
  }

  /** False if the backend has the task after all: from here on only one of the two can be. */
  async takeBack(task: string, permit: number): Promise<boolean> {
    return (await this.run('takeBack', [KEYS.task(task)], [permit])) === 'ok';
  }

  async changeDuration(task: string, backend: string, durationSeconds: number): Promise<void> {
    await this.command(task, backend, { type: 'duration', task, durationSeconds, epoch: this.epoch }, durationSeconds);
  }

  async halt(task: string, backend: string): Promise<void> {
    await this.command(task, backend, { type: 'halt', task, epoch: this.epoch });
  }

  async requeue(task: string, front: string | undefined, halts: number, restarts: number): Promise<void> {
    const word: FrontWord = { type: 'requeued', task };
    const args = [halts, restarts, front === undefined ? '' : JSON.stringify(word)];
    await this.run('requeue', [KEYS.task(task), KEYS.frontInbox(front ?? '')], args);
  }

  async close(task: string, owner: Owner, word: FrontWord | undefined, outcome: Outcome): Promise<void> {
    const { front, record } = owner;
    const nowMs = Date.now();
    const keys = [
      KEYS.task(task),
      KEYS.taskFiles(task),
      KEYS.tasks,
      KEYS.frontInbox(front ?? ''),
      KEYS.record(task),
      KEYS.recordsKept,
      KEYS.recordEnds(record?.door ?? ''),
    ];
    const said = word === undefined || front === undefined ? '' : JSON.stringify(word);
    const end = record ? JSON.stringify(emptyEnd({ id: task, ...record, outcome }, nowMs)) : '';
    await this.run('close', keys, [task, said, end, RETENTION.recordSeconds, nowMs]);
  }

  /** An estimate: the next one replaces it, so nothing waits for it and a lost one is no harm. */
  tellFront(front: string, word: FrontWord): void {
    const inbox = KEYS.frontInbox(front);
    this.redis
      .multi()
      .rpush(inbox, JSON.stringify(word))
      .expire(inbox, 60)
      .exec()
      .catch(() => undefined);
  }

  private async command(task: string, backend: string, word: WorkerWord, durationSeconds?: number): Promise<void> {
    const worker = backend.slice(0, backend.lastIndexOf('.'));
    await this.run(
      'command',
      [KEYS.task(task), KEYS.workerInbox(worker)],
      [durationSeconds ?? '', JSON.stringify(word)],
    );
  }

  private async run(
    name: keyof typeof SCRIPTS,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<unknown> {
    const answer = await SCRIPTS[name].run(this.redis, [KEYS.epoch, ...keys], [this.epoch, ...args]);
    if (answer === 'stale') throw new Deposed();
    return answer;
  }
}
