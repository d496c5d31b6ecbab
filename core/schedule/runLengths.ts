/**
 * How long the runs of an imagined future take (docs/queue.md, 14): drawn from the recent runs of their class, those
 * already under way from the ones that took longer than they have by now.
 *
 * Two hundred runs tell the mean of a class only roughly, and a wait behind many tasks is mostly made of that mean. So
 * each future first draws its own history from the recorded one, with repetition (a bootstrap); without it the
 * 90 % bound of a long queue would hold for some 80 % only. Where a class has hardly any runs, the last one of the same
 * client says more than those of others.
 */
import { drawRunSeconds, type History, type RunTime } from './history';
import type { Schedule } from './schedule';
import type { Task } from './task';
import type { TaskClass } from './taskClass';
import type { RunLength } from './timeline';

/** What is known as it is now. */
export interface HistoryView {
  /** Of a class, shortest first. */
  readonly runs: (taskClass: TaskClass) => readonly RunTime[];
  /** Where the class is mostly guessed: how long the last run of the same client took. */
  readonly lastSeconds: (task: Task) => number | undefined;
}

export function viewHistory(schedule: Schedule, history: History): HistoryView {
  const classes: TaskClass[] = [...schedule.levels.keys(), 'default', 'batch'];
  const sorted = new Map(classes.map((taskClass) => [taskClass, history.sorted(taskClass)]));
  const guessed = new Set(classes.filter((taskClass) => history.isGuess(taskClass)));
  const lastSeconds = guessed.size > 0 ? history.lastSeconds() : new Map<string, number>();
  return {
    runs: (taskClass) => sorted.get(taskClass) ?? [],
    lastSeconds: ({ taskClass, client }) => (guessed.has(taskClass) ? lastSeconds.get(client) : undefined),
  };
}

/** A figure that was drawn before has changed a little, or the machine is busier. */
const REPEATED_SPREAD = 0.5;

/** One future. Shells never end by themselves here: whoever waits would halt them. */
export function imagineLengths(view: HistoryView, random: () => number): RunLength {
  const imagined = new Map<TaskClass, readonly RunTime[]>();
  return (run, elapsedSeconds) => {
    const { taskClass } = run.task;
    if (taskClass === 'interactive') return Infinity;
    const lastSeconds = view.lastSeconds(run.task);
    if (lastSeconds !== undefined && lastSeconds > elapsedSeconds)
      return Math.min(run.durationSeconds, lastSeconds * (1 + REPEATED_SPREAD * random()));
    let runs = imagined.get(taskClass);
    if (runs === undefined) {
      runs = resample(view.runs(taskClass), random);
      imagined.set(taskClass, runs);
    }
    return drawRunSeconds(runs, elapsedSeconds, run.durationSeconds, random);
  };
}

/** As many as there are, with repetition; stays sorted. */
function resample(sorted: readonly RunTime[], random: () => number): RunTime[] {
  const copies = new Uint16Array(sorted.length);
  for (let i = 0; i < sorted.length; i += 1) {
    const chosen = Math.floor(random() * sorted.length);
    copies[chosen] = (copies[chosen] ?? 0) + 1;
  }
  const drawn: RunTime[] = [];
  sorted.forEach((run, i) => {
    for (let left = copies[i] ?? 0; left > 0; left -= 1) drawn.push(run);
  });
  return drawn;
}
