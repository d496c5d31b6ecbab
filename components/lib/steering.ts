/** Keys that move and zoom what lies in a pane: the same for a picture and a graph. */

export interface Steering {
  readonly move: (by: { readonly x: number; readonly y: number }) => void;
  readonly zoom: (factor: number) => void;
  readonly fit: () => void;
}

interface SteeringKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  preventDefault(): void;
}

/** One press of an arrow key, in CSS pixels. */
const STEP = 80;

export function steer(event: SteeringKey, zoomStep: number, { move, zoom, fit }: Steering): void {
  const run = {
    ArrowLeft: () => move({ x: STEP, y: 0 }),
    ArrowRight: () => move({ x: -STEP, y: 0 }),
    ArrowUp: () => move({ x: 0, y: STEP }),
    ArrowDown: () => move({ x: 0, y: -STEP }),
    '+': () => zoom(zoomStep),
    '-': () => zoom(1 / zoomStep),
    '0': fit,
  }[event.key];
  if (run === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  run();
}
