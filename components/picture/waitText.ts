import type { Translator } from '@/components/lib/translator';
import { secondsLeft } from '@/components/model/countdown';
import type { Run } from '@/components/model/slices/runSlice';
import type { Load } from '@/core/page';

type Messages = Translator<'picture'>;

/** Why a render waits, where it is in the line, and for how long. */
export function waitText(
  run: Extract<Run, { phase: 'queued' }>,
  load: Load | undefined,
  now: number,
  t: Messages,
): string {
  const left = Math.ceil(secondsLeft(run.wait, now));
  if (run.isRough) {
    // Nobody takes up more of the line than their share: what is beyond it waits in front of it.
    const share = t('wait.share', { place: run.position ?? 1 });
    return left > 0 ? t('wait.roughly', { share, seconds: left }) : share;
  }
  const soonest = run.soonest === undefined ? left : Math.floor(secondsLeft(run.soonest, now));
  const longest = run.longest === undefined ? left : Math.ceil(secondsLeft(run.longest, now));
  const reason = reasonOf(load, t);
  const time = span(soonest, longest, t);
  const text =
    run.position === undefined
      ? t('wait.withoutPlace', { reason, time })
      : t('wait.whole', { reason, place: t('wait.place', { place: run.position }), time });
  return run.rose === undefined ? text : t(`wait.rose.${run.rose}`, { text });
}

/** Few waits end before the first, and few last longer than the second. */
function span(from: number, to: number, t: Messages): string {
  if (to <= 0) return t('wait.soon');
  if (from <= 0) return t('wait.upTo', { seconds: to });
  return to > from ? t('wait.range', { from, to }) : t('wait.about', { seconds: to });
}

function reasonOf(load: Load | undefined, t: Messages): string {
  if (load === undefined || load.backends === 0) return t('wait.noBackend');
  return t('wait.busy', { backends: load.backends });
}
