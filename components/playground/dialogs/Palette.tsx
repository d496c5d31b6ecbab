'use client';

import { Check } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Action } from '@/components/workbench/actions/action';
import { formatKeys } from '@/components/lib/keys';
import { perform } from '@/components/workbench/actions/perform';
import { useIsMac } from '@/components/lib/platform';
import { ACTIONS } from '@/components/workbench/actions/registry';
import { PlaygroundDialog } from './PlaygroundDialog';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { Finder } from '@/components/ui/Finder';
import { matchActions } from './matchActions';

/** Everything one can do, found by typing. On a phone it is also the menu. */
export function Palette() {
  const t = useTranslations('playground');
  return (
    <PlaygroundDialog name="palette" title={t('palette.title')}>
      <Commands />
    </PlaygroundDialog>
  );
}

function Commands() {
  const t = useTranslations('playground');
  const actionText = useTranslations('workbench');
  const workbench = useWorkbench();
  return (
    <Finder
      label={t('palette.search')}
      listLabel={t('palette.title')}
      nothing={t('noMatches')}
      find={(query) => matchActions(ACTIONS, query, actionText)}
      keyOf={({ id }) => id}
      row={(action) => <Command action={action} />}
      isOff={({ whyNot }) => whyNot?.(workbench.state, actionText) !== undefined}
      onChoose={(action) => {
        workbench.gateway.layout.openDialog(undefined);
        // After the dialog has given the focus back, so that an action may move it.
        requestAnimationFrame(() => perform(action, workbench));
      }}
    />
  );
}

function Command({ action }: { readonly action: Action }) {
  const t = useTranslations('playground');
  const actionText = useTranslations('workbench');
  const isMac = useIsMac();
  const isOn = usePlayground((state) => action.isOn?.(state) ?? false);
  const reason = usePlayground((state) => action.whyNot?.(state, actionText));
  const [keys] = action.keys ?? [];
  const Icon = action.icon;
  return (
    <>
      <span className="w-4 shrink-0">{Icon && <Icon size={15} strokeWidth={1.75} aria-hidden />}</span>
      <span>{action.title(actionText)}</span>
      {isOn && <Check size={14} aria-label={t('palette.chosen')} className="shrink-0" />}
      <span className={`ml-auto truncate text-xs text-muted ${reason === undefined ? 'shrink-0' : 'shrink-[999]'}`}>
        {reason ?? (keys ? formatKeys(keys, isMac) : actionText(`groups.${action.group}`))}
      </span>
    </>
  );
}
