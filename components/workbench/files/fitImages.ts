import type { Draft, DraftFile } from '@/components/model/draft';
import { SUBMISSION_LIMITS } from '@/core/limits';

/**
 * Photographs are larger than a submission may be: one that does not fit is drawn again with fewer pixels, until it does.
 * On paper that is hardly seen. A PNG that could be seen through, but cannot, is drawn again without its alpha channel:
 * converters would turn it into hundreds of megabytes.
 */

/** A larger one is left as it is, and refused with words. */
const MAX_IMAGE_BYTES = 64 * 1024 * 1024;
/** Four bytes each, in the memory of the page. */
const MAX_PIXELS = 32 * 1024 * 1024;
const MIN_SIDE = 64;
/** Of the width and the height, at each try. */
const STEP = 0.75;
const QUALITY = 0.85;
/** So much of what is left goes to images, so that the program can grow. */
const SHARE = 0.9;

export interface Fitted {
  readonly files: readonly DraftFile[];
  readonly reduced: readonly { readonly name: string; readonly before: number; readonly after: number }[];
}

export function bytesOfFiles(files: readonly DraftFile[]): number {
  return files.reduce((sum, { contents }) => sum + sizeOf(contents), 0);
}

export async function fitImages(draft: Draft, dropped: readonly DraftFile[]): Promise<Fitted> {
  const added = await Promise.all(
    dropped.map(async (file) => (isImage(file) ? ((await asOpaque(file)) ?? file) : file)),
  );
  const names = new Set(added.map(({ name }) => name));
  const images = added.filter((file) => isImage(file));
  const others = [...draft.files.filter(({ name }) => !names.has(name)), ...added.filter((file) => !isImage(file))];
  const room = SUBMISSION_LIMITS.maxSourceBytes - bytesOfFiles(others);
  if (images.length === 0 || bytesOfFiles(images) <= room) return { files: added, reduced: [] };
  const each = Math.floor((room * SHARE) / images.length);
  const reduced: { name: string; before: number; after: number }[] = [];
  const files = await Promise.all(
    added.map(async (file) => {
      const before = sizeOf(file.contents);
      const smaller = isImage(file) && before > each ? await smallerImage(file, each) : undefined;
      if (smaller === undefined) return file;
      reduced.push({ name: file.name, before, after: smaller.length });
      return { name: file.name, contents: smaller };
    }),
  );
  return { files, reduced };
}

/** In pixels; undefined for what is no image, or none that the browser can read. */
export async function imageSize(file: DraftFile): Promise<{ width: number; height: number } | undefined> {
  if (!isImage(file)) return undefined;
  try {
    const { width, height } = await readImage(file.contents, typeOf(file));
    return { width, height };
  } catch {
    return undefined;
  }
}

function typeOf({ name }: DraftFile): 'image/png' | 'image/jpeg' {
  return /\.png$/i.test(name) ? 'image/png' : 'image/jpeg';
}

function isImage({ name, contents }: DraftFile): boolean {
  return /\.(?:png|jpe?g)$/i.test(name) && contents.length <= MAX_IMAGE_BYTES && typeof contents !== 'string';
}

function sizeOf(contents: DraftFile['contents']): number {
  return typeof contents === 'string' ? new TextEncoder().encode(contents).length : contents.length;
}

/** Undefined if the browser cannot read it, or nothing that small is worth looking at. */
async function smallerImage(file: DraftFile, maxBytes: number): Promise<Uint8Array | undefined> {
  const { contents } = file;
  const type = typeOf(file);
  try {
    const image = await readImage(contents, type);
    for (let scale = 1; Math.min(image.width, image.height) * scale >= MIN_SIDE; scale *= STEP) {
      // Converters take seconds for a picture that could be seen through.
      const { canvas } = drawn(image, scale, hasAlpha(contents as Uint8Array));
      const blob = await encoded(canvas, type);
      if (blob !== null && blob.size <= maxBytes) return new Uint8Array(await blob.arrayBuffer());
    }
  } catch {
    return undefined;
  }
  return undefined;
}

/** The same without its alpha channel; undefined if it has none or uses it, or the browser cannot read it. */
async function asOpaque({ name, contents }: DraftFile): Promise<DraftFile | undefined> {
  if (!hasAlpha(contents as Uint8Array)) return undefined;
  try {
    const image = await readImage(contents, 'image/png');
    if (image.width * image.height > MAX_PIXELS) return undefined;
    const { data } = drawn(image, 1, true).context.getImageData(0, 0, image.width, image.height);
    for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return undefined;
    const blob = await encoded(drawn(image, 1, false).canvas, 'image/png');
    return blob === null ? undefined : { name, contents: new Uint8Array(await blob.arrayBuffer()) };
  } catch {
    return undefined;
  }
}

function readImage(contents: DraftFile['contents'], type: string): Promise<ImageBitmap> {
  return createImageBitmap(new Blob([contents as Uint8Array<ArrayBuffer>], { type }));
}

function drawn(image: ImageBitmap, scale: number, alpha: boolean) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  const context = canvas.getContext('2d', { alpha });
  if (context === null) throw new Error('this browser draws no images');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return { canvas, context };
}

function encoded(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));
}

/** Of a PNG, by its type of colours (RFC 2083, 4.1.1); a JPEG has none. */
const COLOUR_TYPE_AT = 25;

function hasAlpha(bytes: Uint8Array): boolean {
  const isPng = bytes[0] === 0x89 && bytes[1] === 0x50;
  const type = bytes[COLOUR_TYPE_AT] ?? 0;
  return isPng && type !== 0 && type !== 2;
}
