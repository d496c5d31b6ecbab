import type { Redis } from 'ioredis';
import type { Control } from '@/core/admin/control';
import {
  ANSWER_SECONDS,
  type ControlChange,
  type LeaderQuestion,
  type MatchingTasks,
} from '@/core/admin/leaderQuestion';
import { compileQuery, parseQuery, type Query } from '@/core/admin/query';
import type { SchedulerMessage } from '@/core/messages';
import { applyChange } from '@/core/admin/applyChange';
import type { ScheduleEvent } from '@/core/schedule/events';
import type { Schedule } from '@/core/schedule/schedule';
import type { Task } from '@/core/schedule/task';
import { className } from '@/core/schedule/taskClass';
import { WhatIf } from '@/core/schedule/whatIf';
import { KEYS } from '@/platform/redis/keys';
import { controlEvents, levelsOf } from './applyControl';

/** What the leading scheduler answers to administrators: who matches a query, and what a change would do. */

interface LeaderAnswersOptions {
  readonly redis: Redis;
  readonly schedule: Schedule;
  /** As it is in force now. */
  readonly control: () => Promise<Control>;
}

type Asked = Extract<SchedulerMessage, { type: 'asked' }>;

/** A change is looked at beside the scheduler's work, this long at a time. */
const SLICE_MS = 2;

export class LeaderAnswers {
  constructor(private readonly options: LeaderAnswersOptions) {}

  async answer({ id, question, untilMs }: Asked, end: (task: string) => Promise<void>): Promise<void> {
    if (Date.now() > untilMs) return;
    const found = await this.find(question, end);
    const key = KEYS.answer(id);
    await this.options.redis.multi().rpush(key, JSON.stringify(found)).expire(key, ANSWER_SECONDS).exec();
  }

  private async find(question: LeaderQuestion, end: (task: string) => Promise<void>): Promise<object> {
    switch (question.ask) {
      case 'matching':
        return counted(this.matching(parseQuery(question.query)));
      case 'cancel': {
        const found = this.matching(parseQuery(question.query));
        const answer = counted(found);
        for (const { task } of found) await end(task.id);
        return answer;
      }
      case 'what-if':
        return { rows: await this.foresee(question.change) };
    }
  }

  private matching(query: Query): { task: Task; isRunning: boolean }[] {
    const { schedule } = this.options;
    const matches = compileQuery(query, Date.now());
    const isFound = (task: Task, state: string, backend?: string) =>
      matches({
        ...{ task: task.id, taskClass: className(task.taskClass, schedule.levels), client: task.client },
        ...{ address: task.address, owner: task.owner, state, backend, sinceMs: task.submittedAtMs },
      });
    const waiting = [...schedule.waiting.values()].filter((task) =>
      isFound(task, task.number === undefined ? 'lane' : 'waiting'),
    );
    const running = [...schedule.running.values()].filter(({ task, backend }) => isFound(task, 'running', backend));
    return [
      ...waiting.map((task) => ({ task, isRunning: false })),
      ...running.map(({ task }) => ({ task, isRunning: true })),
    ];
  }

  private async foresee(change: ControlChange) {
    const { schedule } = this.options;
    const nowMs = Date.now();
    const control = applyChange(await this.options.control(), change);
    const levels = change.set === 'levels' ? levelsOf(control, schedule.levels) : schedule.levels;
    const events = controlEvents(schedule, control, levels).map((event) => ({ ...event, nowMs }) as ScheduleEvent);
    const whatIf = new WhatIf(schedule, events, { nowMs, seed: nowMs });
    while (!whatIf.runSlice(() => performance.now(), SLICE_MS)) await new Promise((resolve) => setImmediate(resolve));
    return whatIf.rows();
  }
}

function counted(found: readonly { readonly isRunning: boolean }[]): MatchingTasks {
  const running = found.filter(({ isRunning }) => isRunning).length;
  return { waiting: found.length - running, running };
}
