import { Play, Square, Zap } from 'lucide-react';
import { isLiveNow } from '@/components/model/state';
import { formatTitle } from '@/components/model/picture';
import { PAGE_FORMATS } from '@/components/model/settings';
import { DEFAULT_LEVEL_SECONDS } from '@/core/limits';
import type { Action } from './action';

export const runAction: Action = {
  id: 'run',
  title: 'Run',
  group: 'Render',
  icon: Play,
  keys: ['Mod+Enter'],
  run: (workbench) => workbench.run(),
};

export const stopAction: Action = {
  id: 'stop',
  title: 'Stop',
  group: 'Render',
  icon: Square,
  keys: ['Escape'],
  whyNot: ({ run }) => (run.phase === 'idle' ? 'Nothing is rendering.' : undefined),
  takesKey: ({ run, dialog }) => run.phase !== 'idle' && dialog === undefined,
  run: (workbench) => workbench.stop(),
};

export const liveAction: Action = {
  id: 'live',
  title: 'Live preview',
  group: 'Render',
  icon: Zap,
  isOn: isLiveNow,
  // Also while it rests: whoever does not want it back can say so.
  run({ gateway }) {
    gateway.choose({ isLive: !gateway.state.settings.isLive });
    gateway.announce(gateway.state.settings.isLive ? 'Live preview on' : 'Live preview off');
  },
};

export const formatActions: readonly Action[] = PAGE_FORMATS.map((format) => ({
  id: `format-${format}`,
  title: `Format: ${formatTitle(format)}`,
  group: 'Render',
  isOn: ({ settings }) => settings.format === format,
  run: ({ gateway }) => gateway.choose({ format }),
}));

/** Null is the class default. */
export const DURATION_CHOICES = [null, ...DEFAULT_LEVEL_SECONDS] as const;

export const durationActions: readonly Action[] = DURATION_CHOICES.map((seconds) => ({
  id: `time-${seconds ?? 'auto'}`,
  title: seconds === null ? 'Time limit: auto' : `Time limit: ${seconds} s`,
  group: 'Render',
  isOn: ({ settings }) => settings.durationSeconds === seconds,
  run: ({ gateway }) => gateway.choose({ durationSeconds: seconds }),
}));
