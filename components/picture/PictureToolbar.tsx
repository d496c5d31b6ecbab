'use client';

import { Copy, Grid2x2, Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import {
  copyPngActions,
  copyTextAction,
  downloadAction,
  fitAction,
  fullSizeAction,
  groundActions,
  openAction,
  zoomInAction,
  zoomOutAction,
} from '@/components/workbench/actions/pictureActions';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { shownPicture } from '@/components/model/state';
import { TEST_IDS } from '@/components/lib/testIds';
import { ActionButton } from '@/components/workbench/ActionButton';
import { FIELD, FLAT_BUTTON } from '@/components/ui/classes';
import { ActionMenu } from '@/components/workbench/ActionMenu';
import { isSpatial } from '@/components/model/pageFormat';
import { formatTitle, holdsImage } from '@/components/model/picture';
import { formatBytes } from '@/components/lib/format';

export function PictureToolbar() {
  const t = useTranslations('picture');
  return (
    <div className="flex h-9 shrink-0 items-center gap-0.5 border-b border-line bg-background px-2">
      <PictureName />
      <div className="ml-auto flex items-center gap-0.5">
        <ActionButton action={zoomOutAction} />
        <ActionButton action={fullSizeAction} className="w-14" testId={TEST_IDS.zoom}>
          <Zoom />
        </ActionButton>
        <ActionButton action={zoomInAction} />
        <ActionButton action={fitAction} />
        <span className="mx-1 h-4 border-l border-line" />
        <ActionMenu label={t('background')} icon={Grid2x2} actions={groundActions} />
        <ActionMenu label={t('copyAs')} icon={Copy} actions={[copyTextAction, ...copyPngActions]} />
        <ActionButton action={downloadAction} />
        <ActionButton action={openAction} />
      </div>
    </div>
  );
}

function PictureName() {
  const t = useTranslations('picture');
  const locale = useLocale();
  const { gateway } = useWorkbench();
  const pictures = usePlayground((state) => state.pictures);
  const shellPicture = usePlayground((state) => state.shellPicture);
  const index = usePlayground((state) => state.shownPicture);
  const picture = usePlayground(shownPicture);
  const isInSpace = usePlayground(({ draft }) => isSpatial(draft));
  const isShaded = useMemo(() => isInSpace && picture !== undefined && holdsImage(picture), [isInSpace, picture]);
  if (picture === undefined) return <span className="px-1 text-xs text-muted">{t('none')}</span>;
  const shaded = isShaded ? `, ${t('shaded')}` : '';
  const about = `${formatTitle(picture.format)}, ${formatBytes(picture.bytes.length, locale)}${shaded}`;
  if (picture === shellPicture) return <ShellMark about={about} />;
  if (pictures.length === 1) return <span className="truncate px-1 text-xs text-muted">{about}</span>;
  return (
    <label className="flex items-center gap-2 text-xs text-muted">
      <span className="sr-only">{t('pane')}</span>
      <select className={FIELD} value={index} onChange={({ target }) => gateway.picture.showOne(Number(target.value))}>
        {pictures.map(({ name, url }, at) => (
          <option key={url} value={at}>
            {name ?? t('numbered', { number: String(at + 1) })}
          </option>
        ))}
      </select>
      {about}
    </label>
  );
}

function ShellMark({ about }: { readonly about: string }) {
  const t = useTranslations('picture');
  const { gateway } = useWorkbench();
  return (
    <span className="flex min-w-0 items-center gap-2 px-1 text-xs text-muted">
      <span className="shrink-0 rounded bg-accent-soft px-1.5 font-medium text-accent">
        {t.rich('shell.mark', { more: (text) => <span className="max-md:sr-only">{text}</span> })}
      </span>
      <span className="truncate max-lg:hidden">{about}</span>
      <button type="button" className={FLAT_BUTTON} onClick={() => gateway.picture.showOfProgram()}>
        <Undo2 size={15} strokeWidth={1.75} aria-hidden className="md:hidden" />
        <span className="max-md:sr-only">{t('shell.back')}</span>
      </button>
    </span>
  );
}

function Zoom() {
  const t = useTranslations('picture');
  const view = usePlayground((state) => state.view);
  return view.kind === 'fit' ? t('fit') : `${Math.round(view.scale * 100)} %`;
}
