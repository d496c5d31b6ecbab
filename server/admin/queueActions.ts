import type { Redis } from 'ioredis';
import { applyChange } from '@/core/admin/applyChange';
import type { Control } from '@/core/admin/control';
import { matchingTasks, type MatchingTasks } from '@/core/admin/leaderQuestion';
import { parseQuery } from '@/core/admin/query';
import { readQueueState, type QueueState } from '@/core/admin/queueState';
import type { SchedulerMessage } from '@/core/messages';
import { success } from '@/core/result';
import { parseLevels } from '@/platform/config/levels';
import type { Blobs } from '@/platform/blobs/blobs';
import { decodeDetachedSources, detachedSourcesName } from '@/platform/blobs/detachedSources';
import { KEYS } from '@/platform/redis/keys';
import { sameDurations } from '../queue/applyControl';
import { levelsText } from '../queue/queueSnapshot';
import type { Leader } from './leader';
import type { ControlStore } from './controlStore';
import { cannot, type ActionsAbout, type ActionResult } from './adminAction';

/** The actions of the queue: limits, classes, backends, tasks. */

/** Those of detached tasks are parts of names in the blob store. */
const TASK_ID = /^[\w-]{1,128}$/;

export function queueActions(
  redis: Redis,
  blobs: Blobs,
  controls: ControlStore,
  leader: Pick<Leader, 'ask'>,
): ActionsAbout<'limits' | 'class' | 'backend' | 'task'> {
  const state = async () => readQueueState(await redis.get(KEYS.queueState));
  const tell = (word: SchedulerMessage) => redis.xadd(KEYS.incoming, '*', 'message', JSON.stringify(word));

  const change = async (what: string, edit: (control: Control) => Control, show: (control: Control) => string) => {
    const { before, after } = await controls.change(edit);
    return success({ what, before: show(before), after: show(after) });
  };

  /** `as configured` follows the configuration from then on, also when that changes. */
  const setLevels = async (levels: string | 'as configured'): Promise<ActionResult> => {
    const now = await state();
    if (!now) return cannot('No active scheduler, so the current limits are unknown.', 'no-scheduler');
    const { configuredLevels } = now;
    const parsed = parseLevels(levels === 'as configured' ? configuredLevels : levels);
    if (!parsed.ok) return cannot(parsed.failure.message, 'bad-levels');
    // As they are understood: `3` is `3:100%`.
    const words = levelsText(parsed.value);
    const waiting = Object.values(now.classes).reduce((sum, one) => sum + one.waiting, 0) + now.inLanes;
    const current = parseLevels(wordsOf(now));
    if (waiting > 0 && current.ok && !sameDurations(parsed.value, current.value))
      return cannot(
        `Durations can change only while the queue is empty; ${waiting} waiting. Limits can change now.`,
        'durations-fixed',
        { waiting },
      );
    const inForce = (control: Control) => control.levels ?? configuredLevels;
    const { before } = await controls.change((control) => ({
      ...control,
      levels: words === configuredLevels ? undefined : words,
      levelsBefore: inForce(control),
    }));
    return success({ what: 'the levels', before: inForce(before), after: words });
  };

  return {
    'limits.set': ({ levels }) => setLevels(levels),
    'limits.reset': () => setLevels('as configured'),
    /** Undone twice is done. */
    'limits.undo': async () => {
      const { levelsBefore } = controls.current;
      return levelsBefore === undefined
        ? cannot('The limits have not been changed.', 'limits-unchanged')
        : setLevels(levelsBefore);
    },
    'class.pause': async ({ class: name }) => {
      if (!(await state())?.classes[name]) return cannot(`There is no class ${name}.`, 'unknown-class', { name });
      const edit = (control: Control) => applyChange(control, { set: 'pause', class: name });
      return change(`class ${name}`, edit, (control) => pausedText(control, name));
    },
    'class.resume': async ({ class: name }) => {
      const edit = (control: Control) => applyChange(control, { set: 'resume', class: name });
      return change(`class ${name}`, edit, (control) => pausedText(control, name));
    },
    'backend.drain': async ({ backend }) => drain(backend),
    'backend.resume': async ({ backend }) => {
      const edit = (control: Control) => ({ ...control, draining: control.draining.filter((one) => one !== backend) });
      return change(`backend ${backend}`, edit, (control) => drainingText(control, backend));
    },
    /** It takes nothing new, and what it runs is ended. */
    'backend.stop': async ({ backend }) => {
      const drained = await drain(backend);
      const task = (await state())?.backends[backend]?.task;
      if (!drained.ok || task === undefined) return drained;
      await tell({ type: 'ended-by-admin', task });
      return success({ ...drained.value, after: `draining, ${task} ended` });
    },
    'task.cancel': async ({ tasks }) => {
      const known = (await state())?.tasks ?? {};
      for (const task of tasks) await tell({ type: 'ended-by-admin', task });
      return success({ what: tasksText(tasks), before: statesOf(tasks, known), after: 'cancelled' });
    },
    'task.cancelMatching': async ({ query }) => {
      const { wrong } = parseQuery(query);
      if (wrong !== undefined) return cannot(`${wrong} is not understood.`, 'bad-query', { part: wrong });
      const found = await leader.ask({ ask: 'cancel', query }, matchingTasks);
      if (!found) return cannot('The scheduler did not answer.', 'scheduler-silent');
      const left = await leader.ask({ ask: 'matching', query }, matchingTasks);
      const [before, after] = [matchingText(found), left ? matchingText(left) : 'not known'];
      return success({
        what: `tasks that match ${query}`,
        before,
        after,
        shown: String(found.waiting + found.running),
      });
    },
    'task.requeue': async ({ tasks }) => {
      const known = (await state())?.tasks ?? {};
      const wrong = tasks.find((task) => known[task]?.owner !== 'detached' || known[task]?.state !== 'running');
      if (wrong !== undefined)
        return cannot(`Only running batch tasks can be requeued; ${wrong} isn’t one.`, 'not-requeueable', {
          task: wrong,
        });
      for (const task of tasks) await tell({ type: 'sent-back', task });
      return success({ what: tasksText(tasks), before: 'running', after: 'waiting' });
    },
    /** Sources are people's own: that somebody looked stands in the log. */
    'task.source': async ({ task }) => {
      const files = Object.entries(await redis.hgetall(KEYS.taskFiles(task)));
      if (files.length === 0) return cannot('Sources are deleted when a task ends.', 'no-sources');
      const kept = TASK_ID.test(task) ? await blobs.get(detachedSourcesName(task)) : undefined;
      for (const [name, bytes] of (kept && decodeDetachedSources(kept)?.files) ?? [])
        files.push([name, Buffer.from(bytes).toString('utf8')]);
      const shown = files.filter(([name]) => name !== '').map(([name, text]) => `// ${name}\n${text}`);
      return success({ what: `the sources of ${task}`, shown: shown.join('\n\n') });
    },
  };

  async function drain(backend: string): Promise<ActionResult> {
    if (!(await state())?.backends[backend])
      return cannot(`There is no backend ${backend}.`, 'unknown-backend', { backend });
    const edit = (control: Control) => applyChange(control, { set: 'drain', backend });
    return change(`backend ${backend}`, edit, (control) => drainingText(control, backend));
  }
}

function matchingText({ waiting, running }: MatchingTasks): string {
  return `${waiting} waiting, ${running} running`;
}

function wordsOf(state: QueueState): string {
  return state.levels.map((level) => `${level.durationSeconds}:${level.limit}`).join(',');
}

/** All are counted; so many are named. */
const TASKS_NAMED = 10;

function tasksText(tasks: readonly string[]): string {
  const named = tasks.slice(0, TASKS_NAMED).join(', ');
  return `${tasks.length} task${tasks.length === 1 ? '' : 's'}: ${named}${tasks.length > TASKS_NAMED ? ', …' : ''}`;
}

/** `2 running, 5 waiting`; the page may have known of tasks that have just ended. */
function statesOf(tasks: readonly string[], known: QueueState['tasks']): string {
  const counts = new Map<string, number>();
  for (const task of tasks) {
    const state = known[task]?.state ?? 'not listed';
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
}

function pausedText(control: Control, name: string): string {
  return control.paused.includes(name) ? 'paused' : 'running';
}

function drainingText(control: Control, backend: string): string {
  return control.draining.includes(backend) ? 'draining' : 'taking tasks';
}
