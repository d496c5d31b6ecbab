'use client';

import { useTranslations } from 'use-intl';
import { usePlayground } from '@/components/workbench/context';
import type { Translator } from '@/components/lib/translator';
import { useTick } from '@/components/lib/useTick';
import type { PlaygroundState } from '@/components/model/state';
import { SILENT_MS, WORDS_MS } from '@/components/model/runLabel';
import { TEST_IDS } from '@/components/lib/testIds';
import { Figures } from '@/components/ui/Figures';
import { waitText } from './waitText';

const ADVICE_MS = 10_000;

/** Nothing for short renders, then a thin bar, then words, then advice. */
export function Progress() {
  const t = useTranslations('picture');
  const run = usePlayground((state) => state.run);
  const load = usePlayground((state) => state.load);
  const now = useTick(run.phase !== 'idle');
  const elapsed = run.phase === 'idle' ? 0 : now - run.askedAt;
  if (elapsed < SILENT_MS) return null;
  return (
    <div className="pointer-events-none absolute inset-x-0 top-0 z-10">
      <div className="h-0.5 overflow-hidden bg-accent-soft">
        <div className="progress-bar h-full w-1/4 bg-accent" />
      </div>
      {elapsed >= WORDS_MS && (
        <p
          data-testid={TEST_IDS.progress}
          className="mx-auto mt-2 w-max max-w-[90%] rounded-md border border-line bg-raised px-3 py-1 text-center text-balance text-muted"
        >
          <Figures text={progressText({ run, load }, now, t)} />
        </p>
      )}
    </div>
  );
}

function progressText(
  { run, load }: Pick<PlaygroundState, 'run' | 'load'>,
  now: number,
  t: Translator<'picture'>,
): string {
  switch (run.phase) {
    case 'idle':
      return '';
    case 'sending':
      return t('progress.sending');
    case 'queued':
      return waitText(run, load, now, t);
    case 'rendering':
      // What it waited before does not count.
      return t(now - run.startedAt < ADVICE_MS ? 'progress.rendering' : 'progress.long');
  }
}
