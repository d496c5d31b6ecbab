'use client';

import { LoaderCircle, Play, RotateCw, Square, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useShallow } from 'zustand/react/shallow';
import { formatKeys } from '@/components/lib/keys';
import { perform } from '@/components/workbench/actions/perform';
import { useIsMac } from '@/components/lib/platform';
import { runAction, stopAction } from '@/components/workbench/actions/renderActions';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { isCalm, isPictureOld } from '@/components/model/state';
import { useTick } from '@/components/lib/useTick';
import { TEST_IDS } from '@/components/lib/testIds';
import { Figures } from '@/components/ui/Figures';
import { Tooltip } from '@/components/ui/Tooltip';
import { runLabel } from '@/components/model/runLabel';

const ICONS = { ready: Play, queued: Hourglass, rendering: LoaderCircle, stopped: Play, failed: RotateCw } as const;

const TONES = {
  ready: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  queued: 'border-accent bg-accent-soft text-accent',
  rendering: 'border-accent bg-accent-soft text-accent',
  stopped: 'border-edge bg-surface text-text hover:bg-hover',
  failed: 'border-error bg-error-soft text-error',
} as const;

/** Runs, tells how it goes, and stops: always the same width, so that nothing beside it moves. */
export function RunButton() {
  const t = useTranslations('playground');
  const workbench = useWorkbench();
  const isMac = useIsMac();
  const shown = usePlayground(
    useShallow((state) => ({
      ...{ run: state.run, report: state.report, revision: state.revision },
      isCalm: isCalm(state),
    })),
  );
  const isOld = usePlayground(isPictureOld);
  const [isPointed, setPointed] = useState(false);
  const now = useTick(shown.run.phase !== 'idle');
  const language = { locale: useLocale(), t: useTranslations('model') };
  const label = runLabel(shown, now, formatKeys('Mod+Enter', isMac), language);
  const offersStop = label.does === 'stop' && isPointed;
  const Icon = offersStop ? Square : ICONS[label.tone];
  const action = label.does === 'stop' ? stopAction : runAction;
  const hint = label.does === 'stop' ? 'stopHint' : isOld ? 'runOldHint' : 'run';
  const button = (
    <button
      type="button"
      data-testid={TEST_IDS.runButton}
      data-tone={label.tone}
      className={`relative flex h-8 max-w-52 min-w-44 flex-1 items-center gap-2 rounded-md border px-3 select-none ${TONES[label.tone]}`}
      onClick={() => perform(action, workbench)}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={(event) => setPointed(event.currentTarget.matches(':focus-visible'))}
      onBlur={() => setPointed(false)}
    >
      <Icon
        size={15}
        strokeWidth={2}
        aria-hidden
        className={label.tone === 'rendering' && !offersStop ? 'animate-spin' : ''}
      />
      <span className="font-medium whitespace-nowrap">{offersStop ? t('runButton.stop') : label.word}</span>
      <span
        className={`ml-auto truncate text-xs ${label.tone === 'ready' ? 'pointer-coarse:hidden max-md:hidden' : ''}`}
      >
        {offersStop ? 'Esc' : <Figures text={label.detail ?? ''} />}
      </span>
      {isOld && label.does === 'run' && !shown.isCalm && (
        <span className="absolute -top-1 -right-1 size-2.5 rounded-full border-2 border-background bg-warn">
          <span className="sr-only">{t('runButton.old')}</span>
        </span>
      )}
    </button>
  );
  return <Tooltip text={t(`runButton.${hint}`)}>{button}</Tooltip>;
}
