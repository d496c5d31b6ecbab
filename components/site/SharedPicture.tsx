'use client';

import { useTranslations } from 'use-intl';
import type { StoredLink } from '@/core/links/link';

interface SharedPictureProps {
  readonly link: Pick<StoredLink, 'title' | 'alt' | 'pictureFormat' | 'width' | 'height'>;
  /** Undefined if the program draws nothing. */
  readonly address: string | undefined;
}

/** The picture of a link: an image, or a scene in a frame without an origin. Never markup: it may hold code. */
export function SharedPicture({ link, address }: SharedPictureProps) {
  const t = useTranslations('site');
  if (address === undefined) return <p className="text-[#556070]">{t('shared.nothing')}</p>;
  if (link.pictureFormat === 'html') {
    return (
      <iframe
        title={t('shared.scene', { title: link.title })}
        sandbox="allow-scripts"
        src={address}
        className="h-96 w-full border-0"
      />
    );
  }
  return (
    <img
      src={address}
      alt={link.alt ?? t('shared.picture', { title: link.title })}
      width={link.width === undefined ? undefined : Math.ceil(link.width)}
      height={link.height === undefined ? undefined : Math.ceil(link.height)}
      className="h-auto max-w-full self-start"
    />
  );
}
