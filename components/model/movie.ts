import type { PictureSize } from '@/core/render/pictureSize';
import type { Slider } from './slider';

/** A slider as a moving picture: the values it goes through, and its frames as one animated SVG. */

/** More would take minutes to draw, and megabytes to keep. */
export const MAX_FRAMES = 120;
export const FRAME_MS = 60;

export interface Frame {
  readonly svg: Uint8Array;
  readonly size: PictureSize;
}

/** From its least to its largest value; in larger steps where its own would be too many. */
export function valuesOf({ min, max, step }: Pick<Slider, 'min' | 'max' | 'step'>): number[] {
  const steps = Math.max(1, Math.floor((max - min) / step + 1e-9));
  const stride = Math.ceil((steps + 1) / MAX_FRAMES);
  return Array.from({ length: Math.floor(steps / stride) + 1 }, (_, i) => min + i * stride * step);
}

/** The next one when it plays: after the last it begins again. */
export function nextValue({ value, min, max, step }: Slider): number {
  const next = value + step;
  return next > max + step * 1e-6 ? min : next;
}

/** Every frame is an image of its own, so that nothing in one meets anything in another. */
export function animatedSvg(frames: readonly Frame[], toBase64: (bytes: Uint8Array) => string): string {
  const width = Math.max(...frames.map(({ size }) => size.width));
  const height = Math.max(...frames.map(({ size }) => size.height));
  const images = frames.map(
    ({ svg, size }) =>
      `<image width="${size.width}" height="${size.height}" href="data:image/svg+xml;base64,${toBase64(svg)}"`,
  );
  const totalMs = frames.length * FRAME_MS;
  const style = [
    `.frame{visibility:hidden;animation:frame ${totalMs}ms step-end infinite}`,
    `@keyframes frame{0%{visibility:visible}${(100 / frames.length).toFixed(6)}%{visibility:hidden}}`,
    '@media (prefers-reduced-motion:reduce){.frame{animation:none}}',
  ].join('');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<style>${style}</style>`,
    // What is seen where nothing moves; with frames that are clear it would shine through.
    `<g class="still">${images[0]}/></g>`,
    '<style>@media (prefers-reduced-motion:no-preference){.still{display:none}}</style>',
    ...images.map((image, i) => `${image} class="frame" style="animation-delay:${i * FRAME_MS}ms"/>`),
    '</svg>\n',
  ].join('\n');
}

/** An animated SVG as this page and the server write them, in its frames. */
export interface Movie {
  readonly frames: readonly { readonly url: string; readonly size: PictureSize }[];
  readonly frameMs: number;
}

/** Of an image in a list: its attributes are in this order. */
const IMAGE =
  /^<image width="([\d.]+)" height="([\d.]+)" href="(data:image\/(?:png|svg\+xml);base64,[\w+/=]*)" class="frame"/;
const DURATION = /animation:frame (\d+)ms step-end/;
const MARK = 'class="frame"';

/** Undefined for any other picture. */
export function movieOf(svg: Uint8Array): Movie | undefined {
  const text = new TextDecoder('latin1').decode(svg);
  if (!text.includes(MARK)) return undefined;
  const frames = text.split('\n').flatMap((line) => {
    const [, width, height, url] = IMAGE.exec(line) ?? [];
    return url === undefined ? [] : [{ url, size: { width: Number(width), height: Number(height) } }];
  });
  const totalMs = Number(DURATION.exec(text)?.[1] ?? 0);
  return frames.length < 2 || totalMs <= 0 ? undefined : { frames, frameMs: totalMs / frames.length };
}
