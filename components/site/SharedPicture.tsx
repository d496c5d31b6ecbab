'use client';

import { useTranslations } from 'use-intl';
import type { StoredLink } from '@/core/links/link';

/** CSS pixels, and how much a small picture is enlarged on its own page. */
const HERO_HEIGHT = 560;
const HERO_SCALE = 2;

interface SharedPictureProps {
  readonly link: Pick<StoredLink, 'title' | 'alt' | 'pictureFormat' | 'width' | 'height'>;
  /** Undefined if the program draws nothing. */
  readonly address: string | undefined;
  /** It is what the page is for; one made of pixels is not enlarged. */
  readonly isHero?: boolean;
}

/** The picture of a link: an image, or a scene in a frame without an origin. Never markup: it may hold code. */
export function SharedPicture({ link, address, isHero = false }: SharedPictureProps) {
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
  const { width, height } = link;
  const isEnlarged = isHero && link.pictureFormat === 'svg' && height !== undefined;
  const scale = isEnlarged ? Math.max(1, Math.min(HERO_SCALE, HERO_HEIGHT / height)) : 1;
  return (
    <img
      src={address}
      alt={link.alt ?? t('shared.picture', { title: link.title })}
      width={width === undefined ? undefined : Math.ceil(width * scale)}
      height={height === undefined ? undefined : Math.ceil(height * scale)}
      className="h-auto max-w-full self-start"
    />
  );
}
