'use client';

import { Ellipsis } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { downloadAction } from '@/components/workbench/actions/pictureActions';
import { DURATION_CHOICES, liveAction } from '@/components/workbench/actions/renderActions';
import {
  draftsAction,
  galleryAction,
  historyAction,
  keysAction,
  newDrawingAction,
  paletteAction,
  settingsAction,
  shareAction,
} from '@/components/workbench/actions/windowActions';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { formatTitle } from '@/components/model/picture';
import { formatOf } from '@/components/model/pageFormat';
import { PAGE_FORMATS } from '@/components/model/settings';
import { RunButton } from './RunButton';
import type { Action } from '@/components/workbench/actions/action';
import { ActionButton } from '@/components/workbench/ActionButton';
import { FIELD } from '@/components/ui/classes';
import { Tooltip } from '@/components/ui/Tooltip';
import { Mark } from '@/components/ui/Mark';

/** Seen where there is room; two of the languages need more of it. */
const LABEL = 'max-xl:sr-only [&:lang(fr)]:max-[84rem]:sr-only [&:lang(ru)]:max-[84rem]:sr-only';

/** Of a phone. */
const MENU: Action = {
  id: 'menu',
  title: (t) => t('actions.menu'),
  group: 'window',
  icon: Ellipsis,
  run: ({ gateway }) => gateway.layout.openDialog('menu'),
};

export function TopBar() {
  const t = useTranslations('playground');
  return (
    <header className="flex h-12 items-center gap-2 border-b border-line bg-background px-3">
      <h1 className="flex items-center gap-2 pr-2 text-[15px] font-semibold">
        <Mark />
        <span className="max-lg:sr-only">Asyground</span>
      </h1>
      <RunButton />
      <ActionButton action={liveAction}>{t('topBar.live')}</ActionButton>
      <div className="flex items-center gap-2 max-md:hidden">
        <DurationChoice />
        <FormatChoice />
      </div>
      <div className="ml-auto flex items-center gap-0.5">
        <div className="flex items-center gap-0.5 max-md:hidden">
          <ActionButton action={newDrawingAction}>
            <span className={LABEL}>{t('topBar.new')}</span>
          </ActionButton>
          <ActionButton action={draftsAction}>
            <span className={LABEL}>{t('topBar.drafts')}</span>
          </ActionButton>
          <ActionButton action={galleryAction}>
            <span className={LABEL}>{t('topBar.examples')}</span>
          </ActionButton>
          <ActionButton action={historyAction}>
            <span className={LABEL}>{t('topBar.history')}</span>
          </ActionButton>
          <ActionButton action={shareAction}>
            <span className={LABEL}>{t('topBar.share')}</span>
          </ActionButton>
          <ActionButton action={downloadAction}>
            <span className={LABEL}>{t('topBar.download')}</span>
          </ActionButton>
          <ActionButton action={paletteAction} />
          <ActionButton action={settingsAction} />
          <ActionButton action={keysAction} />
        </div>
        <ActionButton action={MENU} className="h-10! min-w-10 md:hidden" />
      </div>
    </header>
  );
}

function DurationChoice() {
  const t = useTranslations('playground');
  const { gateway } = useWorkbench();
  const chosen = usePlayground(({ settings }) => settings.durationSeconds);
  return (
    <label className="flex items-center gap-1.5 text-muted max-lg:hidden">
      {t('topBar.time')}
      <Tooltip text={t('topBar.timeHint')}>
        <select
          className={FIELD}
          value={chosen ?? 'auto'}
          onChange={({ target }) =>
            gateway.choose({
              durationSeconds: DURATION_CHOICES.find((choice) => String(choice) === target.value) ?? null,
            })
          }
        >
          {DURATION_CHOICES.map((seconds) => (
            <option key={seconds} value={seconds ?? 'auto'}>
              {seconds === null ? t('auto') : t('seconds', { seconds })}
            </option>
          ))}
        </select>
      </Tooltip>
    </label>
  );
}

function FormatChoice() {
  const t = useTranslations('playground');
  const { gateway } = useWorkbench();
  const chosen = usePlayground(formatOf);
  return (
    <fieldset className="flex h-7 items-center overflow-hidden rounded-md border border-line">
      <legend className="sr-only">{t('topBar.format')}</legend>
      {PAGE_FORMATS.map((format) => (
        <label
          key={format}
          className="flex h-full items-center px-2 text-muted hover:bg-hover has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="format"
            className="sr-only"
            value={format}
            checked={chosen === format}
            onChange={() => gateway.chooseFormat(format)}
          />
          {formatTitle(format)}
        </label>
      ))}
    </fieldset>
  );
}
