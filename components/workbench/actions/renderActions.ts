import { Play, Square, Zap } from 'lucide-react';
import { isLiveNow } from '@/components/model/state';
import { translatorOf } from '@/components/lib/translator';
import { formatTitle } from '@/components/model/picture';
import { formatOf } from '@/components/model/pageFormat';
import { PAGE_FORMATS } from '@/components/model/settings';
import { DEFAULT_LEVEL_SECONDS } from '@/core/limits';
import type { Action } from './action';

export const runAction: Action = {
  id: 'run',
  title: (t) => t('actions.run'),
  group: 'render',
  icon: Play,
  keys: ['Mod+Enter'],
  run: (workbench) => workbench.run(),
};

export const stopAction: Action = {
  id: 'stop',
  title: (t) => t('actions.stop'),
  group: 'render',
  icon: Square,
  keys: ['Escape'],
  whyNot: ({ run }, t) => (run.phase === 'idle' ? t('reasons.nothingRendering') : undefined),
  takesKey: ({ run, dialog }) => run.phase !== 'idle' && dialog === undefined,
  run: (workbench) => workbench.stop(),
};

export const liveAction: Action = {
  id: 'live',
  title: (t) => t('actions.live'),
  group: 'render',
  icon: Zap,
  isOn: isLiveNow,
  // Also while it rests: whoever does not want it back can say so.
  run({ gateway }) {
    gateway.choose({ isLive: !gateway.state.settings.isLive });
    gateway.layout.announce(translatorOf('workbench')(gateway.state.settings.isLive ? 'live.on' : 'live.off'));
  },
};

export const formatActions: readonly Action[] = PAGE_FORMATS.map((format) => ({
  id: `format-${format}`,
  title: (t) => t('actions.format', { format: formatTitle(format) }),
  group: 'render',
  isOn: (state) => formatOf(state) === format,
  run: ({ gateway }) => gateway.chooseFormat(format),
}));

/** Null is the class default. */
export const DURATION_CHOICES = [null, ...DEFAULT_LEVEL_SECONDS] as const;

export const durationActions: readonly Action[] = DURATION_CHOICES.map((seconds) => ({
  id: `time-${seconds ?? 'auto'}`,
  title: (t) => (seconds === null ? t('actions.timeLimitAuto') : t('actions.timeLimit', { seconds })),
  group: 'render',
  isOn: ({ settings }) => settings.durationSeconds === seconds,
  run: ({ gateway }) => gateway.choose({ durationSeconds: seconds }),
}));
