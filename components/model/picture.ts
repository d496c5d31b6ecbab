import type { PictureObject } from './pictureObjects';
import type { Units } from './units';
import type { PictureSize } from '@/core/render/pictureSize';

export { pictureSize, svgSize, type PictureSize } from '@/core/render/pictureSize';

/** A picture as the page shows it: always as an image, never as markup, since an SVG may hold code. */

export interface Picture {
  /** Which state of the code drew it. */
  readonly revision: number;
  readonly format: string;
  /** Given by the program; absent for the one and only picture. */
  readonly name?: string;
  readonly url: string;
  readonly bytes: Uint8Array;
  /** Absent where the format does not tell. */
  readonly size?: PictureSize;
  /** Which lines of the main file drew it; absent where nobody knows. */
  readonly objects?: readonly PictureObject[];
  /** How many more there are, of which it is not known. */
  readonly objectsLeftOut?: number;
  /** Absent where nobody knows, or where its axes are turned. */
  readonly units?: Units;
}

/** For the rare SVG that does not tell. */
export const UNKNOWN_SIZE: PictureSize = { width: 400, height: 300 };

const MIME_TYPES: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  eps: 'application/postscript',
  html: 'text/html',
};

export function mimeType(format: string): string {
  return MIME_TYPES[format] ?? 'application/octet-stream';
}

/** As people call it: what asy writes as a page is a scene to turn. */
export function formatTitle(format: string): string {
  return format === 'html' ? '3D' : format.toUpperCase();
}

/** A page without a scene: what asy writes where it was asked for 3D and the program draws on paper. */
export function isFlatPage({ format, bytes }: Pick<Picture, 'format' | 'bytes'>): boolean {
  return format === 'html' && !new TextDecoder('latin1').decode(bytes).includes('webGLStart');
}

/** An animated SVG as this page and the server write them (movie.ts), by its beginning. */
export function isMovie({ format, bytes }: Pick<Picture, 'format' | 'bytes'>): boolean {
  return format === 'svg' && new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes('@keyframes frame{');
}

const IMAGES: Readonly<Record<string, RegExp>> = { svg: /<image\b/, pdf: /\/Subtype\s*\/Image\b/ };

/** Where others are lines, as of a scene on paper. */
export function holdsImage({ format, bytes }: Pick<Picture, 'format' | 'bytes'>): boolean {
  return IMAGES[format]?.test(new TextDecoder('latin1').decode(bytes)) ?? false;
}

/** Can be shown in its pane, moved and zoomed. */
export function isShowable(format: string): boolean {
  return isImage(format) || format === 'pdf';
}

/** Shown by the browser itself. */
export function isImage(format: string): boolean {
  return mimeType(format).startsWith('image/');
}
