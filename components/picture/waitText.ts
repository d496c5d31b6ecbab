import { secondsLeft } from '@/components/model/countdown';
import type { Run } from '@/components/model/state';
import { ordinal } from '@/components/model/runLabel';
import type { Load } from '@/core/page';

/** Why a render waits, where it is in the line, and for how long. */
export function waitText(run: Extract<Run, { phase: 'queued' }>, load: Load | undefined, now: number): string {
  const left = Math.ceil(secondsLeft(run.wait, now));
  if (run.isRough) return `${ownPlace(run.position)}${left > 0 ? `, roughly ${left} s` : ''}`;
  const longest = run.longest === undefined ? 0 : Math.ceil(secondsLeft(run.longest, now));
  return `${reason(load)}${place(run.position)}, ${span(left, longest)}`;
}

/** The likely wait, up to the one that few exceed: a range, since nobody can promise the end of it. */
function span(left: number, longest: number): string {
  if (left === 0) return 'any moment now';
  return longest > left ? `${left} to ${longest} s` : `about ${left} s`;
}

function place(position: number | undefined): string {
  if (position === undefined) return '';
  return position === 1 ? ', next in the queue' : `, ${ordinal(position)} in the queue`;
}

/** Nobody takes up more of the line than their share: what is beyond it waits in front of it. */
function ownPlace(position: number | undefined): string {
  const turn = position === undefined || position === 1 ? 'next' : ordinal(position);
  return `Your share of the queue is full, ${turn} to join it`;
}

function reason(load: Load | undefined): string {
  if (load === undefined || load.backends === 0) return 'Waiting for a free backend';
  return load.backends === 1 ? 'The only backend is busy' : `All ${load.backends} backends are busy`;
}
