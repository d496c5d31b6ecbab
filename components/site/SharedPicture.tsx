import type { StoredLink } from '@/core/links/link';

interface SharedPictureProps {
  readonly link: Pick<StoredLink, 'title' | 'pictureFormat' | 'width' | 'height'>;
  /** Undefined if the program draws nothing. */
  readonly address: string | undefined;
}

/** The picture of a link: an image, or a scene in a frame without an origin. Never markup: it may hold code. */
export function SharedPicture({ link, address }: SharedPictureProps) {
  if (address === undefined) return <p className="text-[#556070]">Nothing was drawn.</p>;
  if (link.pictureFormat === 'html') {
    return (
      <iframe
        title={`3D picture: ${link.title}. Drag to rotate, scroll to zoom.`}
        sandbox="allow-scripts"
        src={address}
        className="h-96 w-full border-0"
      />
    );
  }
  return (
    <img
      src={address}
      alt={`Picture: ${link.title}`}
      width={link.width === undefined ? undefined : Math.ceil(link.width)}
      height={link.height === undefined ? undefined : Math.ceil(link.height)}
      className="h-auto max-w-full self-start"
    />
  );
}
