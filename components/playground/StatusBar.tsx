'use client';

import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleSlash,
  Hourglass,
  LoaderCircle,
  Pencil,
  WifiOff,
} from 'lucide-react';
import { useTranslations } from 'use-intl';
import { countProblems } from '@/components/model/announcements';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { isBlank } from '@/components/model/draft';
import { isCalm, isLiveNow, isPictureOld, toldProblems, type PlaygroundState } from '@/components/model/state';
import { TEST_IDS } from '@/components/lib/testIds';
import { Waterfall } from './Waterfall';
import { Tooltip } from '@/components/ui/Tooltip';

const SAVING_COLORS = {
  saved: '',
  unsaved: '',
  small: 'text-warn',
  full: 'text-error',
  refused: 'text-error',
} as const;

export function StatusBar() {
  const t = useTranslations('model');
  const saving = usePlayground((state) => state.saving);
  const rests = usePlayground((state) => state.settings.isLive && !isLiveNow(state));
  // Two messages do not fit on a phone: that all is well need not be told then.
  const yields = rests && (saving === 'saved' || saving === 'unsaved');
  return (
    <footer className="flex h-6 items-center gap-4 border-t border-line bg-background px-3 text-xs text-muted">
      <ConditionSign />
      <Waterfall />
      <ProblemCount />
      {rests && <LiveRests />}
      <Tooltip text={t(`saving.${saving}`)}>
        <span
          className={`ml-auto truncate ${SAVING_COLORS[saving]} ${yields ? 'max-md:hidden' : ''}`}
          data-testid={TEST_IDS.saving}
        >
          {t(`saving.${saving}`)}
        </span>
      </Tooltip>
    </footer>
  );
}

function ConditionSign() {
  const t = useTranslations('playground');
  const condition = usePlayground(conditionOf);
  const { icon: Icon, color = '', spins = false } = CONDITIONS[condition];
  return (
    <span className={`flex shrink-0 items-center gap-1.5 whitespace-nowrap ${color}`} data-testid={TEST_IDS.status}>
      <Icon size={13} strokeWidth={2} aria-hidden className={spins ? 'animate-spin' : ''} />
      {t(`status.${condition}`)}
    </span>
  );
}

interface ConditionLook {
  readonly icon: typeof WifiOff;
  readonly color?: string;
  readonly spins?: boolean;
}

type Condition = 'lost' | 'typing' | 'waiting' | 'busy' | 'stopped' | 'failed' | 'old' | 'empty' | 'ready';

const CONDITIONS: Readonly<Record<Condition, ConditionLook>> = {
  lost: { icon: WifiOff, color: 'text-warn' },
  typing: { icon: Pencil },
  waiting: { icon: Hourglass },
  busy: { icon: LoaderCircle, spins: true },
  stopped: { icon: CircleSlash },
  failed: { icon: CircleAlert, color: 'text-error' },
  old: { icon: CircleSlash, color: 'text-warn' },
  empty: { icon: CircleDashed },
  ready: { icon: CircleCheck, color: 'text-ok' },
};

function conditionOf(state: PlaygroundState): Condition {
  if (state.isConnectionLost) return 'lost';
  if (isCalm(state)) return 'typing';
  if (state.run.phase === 'queued') return 'waiting';
  if (state.run.phase !== 'idle') return 'busy';
  if (state.report && state.report.revision === state.revision && state.report.words.kind !== 'success') {
    return state.report.words.kind;
  }
  if (isBlank(state.draft)) return 'empty';
  return isPictureOld(state) ? 'old' : 'ready';
}

function LiveRests() {
  const t = useTranslations('model');
  return (
    <Tooltip text={t('live.paused')}>
      <span className="truncate text-warn" data-testid={TEST_IDS.liveRests}>
        <span className="max-md:hidden">{t('live.paused')}</span>
        <span className="md:hidden">{t('live.pausedShort')}</span>
      </span>
    </Tooltip>
  );
}

function ProblemCount() {
  const { gateway } = useWorkbench();
  const count = usePlayground(toldProblems);
  if (count === 0) return null;
  return (
    <button
      type="button"
      className="h-full shrink-0 px-1 whitespace-nowrap text-error tabular-nums hover:underline"
      onClick={() => gateway.layout.arrange({ isDrawerOpen: true, drawerTab: 'problems' })}
    >
      {countProblems(count)}
    </button>
  );
}
