import type { Run } from '@/components/playground/state';
import { ordinal } from '@/components/runButton/runLabel';
import type { Load } from '@/core/page';

/** Shorter spans between the likely and the longest wait are not worth a word. */
const WORTH_SECONDS = 2;

/** Why a render waits, where it is in the line, and for how long: counted down calmly between two words of the server. */
export function waitWords(run: Extract<Run, { phase: 'queued' }>, load: Load | undefined, now: number): string {
  const { position, estimateSeconds, upperSeconds = 0, heardAt } = run;
  const passed = (now - heardAt) / 1000;
  const left = Math.ceil(estimateSeconds - passed);
  const longest = Math.ceil(upperSeconds - passed);
  const place = position === undefined ? '' : position === 1 ? ', next in line' : `, ${ordinal(position)} in line`;
  const wait = left > 0 ? `, about ${left} s` : ', any moment now';
  const limit = left > 0 && longest - left >= WORTH_SECONDS ? `, at most ${longest} s` : '';
  return `${reason(load)}${place}${wait}${limit}`;
}

function reason(load: Load | undefined): string {
  if (load === undefined || load.backends === 0) return 'Waiting for a free place';
  return load.backends === 1 ? 'The one render place is busy' : `All ${load.backends} render places are busy`;
}
