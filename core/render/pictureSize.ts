/** How large a picture is, as far as its first bytes tell. */

/** CSS pixels at 100 %. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
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
  const [, tag = ''] = /<svg(\s[^<>]*)>/.exec(head.slice(0, SVG_HEAD_BYTES)) ?? [];
  const [width, height] = [length(tag, 'width'), length(tag, 'height')];
  return width && height ? { width, height } : undefined;
}

function length(tag: string, name: string): number | undefined {
  const [, amount, unit = ''] = new RegExp(`\\s${name}=["']([\\d.]+)([a-z]*)["']`).exec(tag) ?? [];
  const pixels = UNIT_PIXELS[unit];
  return amount === undefined || pixels === undefined ? undefined : Number(amount) * pixels;
}
