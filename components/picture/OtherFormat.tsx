'use client';

import { useLocale, useTranslations } from 'use-intl';
import { downloadShownAction, openAction } from '@/components/workbench/actions/pictureActions';
import { ActionButton } from '@/components/workbench/ActionButton';
import { formatBytes } from '@/components/lib/format';
import type { Picture } from '@/components/model/picture';

/** A result that is no image: it can be opened or downloaded. */
export default function OtherFormat({ picture }: { readonly picture: Picture }) {
  const t = useTranslations('picture');
  const download = useTranslations('common')('download');
  const size = formatBytes(picture.bytes.length, useLocale());
  return (
    <div className="absolute inset-0 flex items-center justify-center p-6">
      <div className="flex w-72 flex-col gap-3 rounded-md border border-line bg-raised p-4">
        <p className="font-medium">{t('other.ready', { format: picture.format.toUpperCase() })}</p>
        <p className="text-muted">{t('other.hint', { size })}</p>
        <div className="flex gap-2">
          <ActionButton action={downloadShownAction}>{download}</ActionButton>
          <ActionButton action={openAction}>{t('other.open')}</ActionButton>
        </div>
      </div>
    </div>
  );
}
