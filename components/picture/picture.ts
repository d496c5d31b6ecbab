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
}

/** CSS pixels at 100 %. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** For the rare SVG that does not tell. */
export const UNKNOWN_SIZE: PictureSize = { width: 400, height: 300 };

const MIME_TYPES: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
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

/** Can be shown in its pane, moved and zoomed. */
export function isShowable(format: string): boolean {
  return isImage(format) || format === 'pdf';
}

/** Shown by the browser itself. */
export function isImage(format: string): boolean {
  return mimeType(format).startsWith('image/');
}

/** CSS pixels of the units that SVG files are written in. */
const UNIT_PIXELS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
};
const SVG_HEAD_BYTES = 2048;
const PNG_SIZE_AT = 16;

export function pictureSize(format: string, bytes: Uint8Array): PictureSize | undefined {
  if (format === 'svg') return svgSize(new TextDecoder().decode(bytes.subarray(0, SVG_HEAD_BYTES)));
  if (format !== 'png' || bytes.length < PNG_SIZE_AT + 8) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset + PNG_SIZE_AT, 8);
  return { width: view.getUint32(0), height: view.getUint32(4) };
}

export function svgSize(head: string): PictureSize | undefined {
  const tag = /<svg\b[^>]*>/.exec(head)?.[0] ?? '';
  const [width, height] = [length(tag, 'width'), length(tag, 'height')];
  return width && height ? { width, height } : undefined;
}

function length(tag: string, name: string): number | undefined {
  const [, amount, unit = ''] = new RegExp(`\\s${name}=["']([\\d.]+)([a-z]*)["']`).exec(tag) ?? [];
  const pixels = UNIT_PIXELS[unit];
  return amount === undefined || pixels === undefined ? undefined : Number(amount) * pixels;
}
