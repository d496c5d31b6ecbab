import type { PictureSize } from './picture';

/**
 * How the picture lies in its pane: fitted, or with a scale and a shift of its centre from the pane's centre in CSS
 * pixels. Measured from the centres, so that a view survives a render whose picture has another size.
 */

export type View =
  { readonly kind: 'fit' } | { readonly kind: 'free'; readonly scale: number; readonly x: number; readonly y: number };

export const FIT: View = { kind: 'fit' };
export const FULL_SIZE: View = { kind: 'free', scale: 1, x: 0, y: 0 };
export const MIN_SCALE = 0.02;
export const MAX_SCALE = 64;
export const ZOOM_STEP = 1.25;
/** Free space around a fitted picture, CSS pixels on each side. */
export const FIT_MARGIN = 40;
/** A small picture is not blown up beyond this: its lines would look coarse. */
export const MAX_FIT_SCALE = 2.5;
/** CSS pixels. A picture up to this wide and high was drawn without a size; it is shown as large as the other one. */
const TINY = 24;
const TINY_SHOWN = 200;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** CSS pixels. */
export const POINT_PIXELS = 96 / 72;
/** More would take long to draw, and nobody would see it. */
const FINEST_SCREEN = 2;

/** For each point of a PNG, so that it is sharp on the screen as large as Fit makes it. */
export function pngPixels(screen = globalThis.devicePixelRatio ?? 1): number {
  return Math.ceil(MAX_FIT_SCALE * POINT_PIXELS * Math.min(screen, FINEST_SCREEN));
}

export function fitScale(picture: PictureSize, pane: PictureSize): number {
  const wide = (pane.width - 2 * FIT_MARGIN) / picture.width;
  const high = (pane.height - 2 * FIT_MARGIN) / picture.height;
  return Math.max(MIN_SCALE, Math.min(wide, high, maxFitScale(picture)));
}

export function maxFitScale(picture: PictureSize): number {
  return isTiny(picture) ? TINY_SHOWN / Math.max(1, picture.width, picture.height) : MAX_FIT_SCALE;
}

export function isTiny({ width, height }: PictureSize): boolean {
  return Math.max(width, height) <= TINY;
}

/** The view with numbers, also where it is fitted. */
export function placed(view: View, picture: PictureSize, pane: PictureSize): Extract<View, { kind: 'free' }> {
  return view.kind === 'free' ? view : { kind: 'free', scale: fitScale(picture, pane), x: 0, y: 0 };
}

/** `point` is measured from the pane's centre and stays where it is on the picture. */
export function zoomedAt(view: Extract<View, { kind: 'free' }>, factor: number, point: Point = { x: 0, y: 0 }): View {
  const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, view.scale * factor));
  const real = scale / view.scale;
  return { kind: 'free', scale, x: point.x - (point.x - view.x) * real, y: point.y - (point.y - view.y) * real };
}

export function moved(view: Extract<View, { kind: 'free' }>, by: Point): View {
  return { ...view, x: view.x + by.x, y: view.y + by.y };
}
