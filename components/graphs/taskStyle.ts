import type { TaskDocument } from '@/core/taskgraph/documentSchema';

/** How the state of a task is told: a word (`useToneTexts`) and a sign, so that colour is never all. */

export type Tone = 'waiting' | 'ready' | 'running' | 'stopping' | 'cancelled' | 'done' | 'failed';

interface Look {
  readonly sign: string;
  /** A variable of the theme. */
  readonly color: string;
  /** How much of the colour fills a node that is too small for words: what goes on, or wrong, stands out. */
  readonly percent: number;
}

export const LOOKS: Readonly<Record<Tone, Look>> = {
  waiting: { sign: '○', color: 'var(--muted)', percent: 15 },
  ready: { sign: '◔', color: 'var(--accent)', percent: 25 },
  running: { sign: '◐', color: 'var(--accent)', percent: 100 },
  stopping: { sign: '◧', color: 'var(--warn)', percent: 100 },
  cancelled: { sign: '⊘', color: 'var(--warn)', percent: 35 },
  done: { sign: '✓', color: 'var(--ok)', percent: 55 },
  failed: { sign: '✕', color: 'var(--error)', percent: 100 },
};

export const TONES = Object.keys(LOOKS) as Tone[];

export function toneOf({ state, exit_status }: Pick<TaskDocument, 'state' | 'exit_status'>): Tone {
  switch (state) {
    case 'inactive':
      return 'waiting';
    case 'available':
      return 'ready';
    case 'running':
      return 'running';
    case 'pending_cancellation':
      return 'stopping';
    case 'cancelled':
      return 'cancelled';
    case 'terminated':
      return exit_status === 'success' ? 'done' : 'failed';
  }
}

export function hasEnded({ state }: Pick<TaskDocument, 'state'>): boolean {
  return state === 'cancelled' || state === 'terminated';
}

export function titleOf({ name, local_name, id }: Pick<TaskDocument, 'name' | 'local_name' | 'id'>): string {
  return name ?? local_name ?? id;
}

/** The first that a browser shows as an image. */
export function pictureOf({ artifacts }: Pick<TaskDocument, 'artifacts'>): string | undefined {
  return artifacts.find(({ type }) => type.startsWith('image/'))?.url;
}

/** How many of a graph's tasks have come how far. */
export function progressOf(tasks: Iterable<Pick<TaskDocument, 'state' | 'exit_status'>>) {
  const tones = [...tasks].map(toneOf);
  const count = (wanted: Tone) => tones.filter((tone) => tone === wanted).length;
  const [done, running, failed, cancelled] = [count('done'), count('running'), count('failed'), count('cancelled')];
  return { total: tones.length, done, running, failed, cancelled };
}
