import { shownPicture } from '@/components/model/state';
import type { Workbench } from '@/components/workbench/workbench';
import { UNKNOWN_SIZE } from '@/components/model/picture';
import { FIT, ZOOM_STEP, moved, placed, zoomedAt, type Point, type View } from '@/components/model/view';

/**
 * Moves the view by pointers and the wheel: one finger or the mouse moves, two fingers move and zoom, the wheel zooms
 * about the pointer, a double click fits.
 */

/** A usual wheel has notches of 100; a touchpad sends many small ones, and for a pinch smaller ones with Ctrl. */
const WHEEL_NOTCH = 100;
const PINCH_NOTCH = 25;

/** Returns what detaches it. */
export function attachPanZoom(pane: HTMLElement, workbench: Workbench): () => void {
  const { gateway } = workbench;
  const pointers = new Map<number, Point>();
  const ended = new AbortController();
  const { signal } = ended;

  const place = (view: View) => {
    return placed(view, shownPicture(gateway.state)?.size ?? UNKNOWN_SIZE, workbench.paneSize);
  };

  const observer = new ResizeObserver(() => {
    workbench.paneSize = { width: pane.clientWidth, height: pane.clientHeight };
  });
  observer.observe(pane);

  // Not passive: otherwise the page would scroll along.
  pane.addEventListener('wheel', turn, { passive: false, signal });
  pane.addEventListener('pointerdown', press, { signal });
  pane.addEventListener('pointermove', move, { signal });
  pane.addEventListener('pointerup', ({ pointerId }) => pointers.delete(pointerId), { signal });
  pane.addEventListener('pointercancel', ({ pointerId }) => pointers.delete(pointerId), { signal });
  pane.addEventListener('dblclick', () => gateway.look(FIT), { signal });

  function turn(event: WheelEvent): void {
    event.preventDefault();
    const factor = ZOOM_STEP ** (-event.deltaY / (event.ctrlKey ? PINCH_NOTCH : WHEEL_NOTCH));
    gateway.look(zoomedAt(place(gateway.state.view), factor, fromCentre(pane, { x: event.clientX, y: event.clientY })));
  }

  function press(event: PointerEvent): void {
    if (event.button !== 0) return;
    pane.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  function move(event: PointerEvent): void {
    const before = pointers.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    const [other] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    pointers.set(event.pointerId, now);
    // With a second finger down, each of the two moves the picture half as far.
    const share = other === undefined ? 1 : 0.5;
    const shifted = moved(place(gateway.state.view), { x: (now.x - before.x) * share, y: (now.y - before.y) * share });
    if (other === undefined) return gateway.look(shifted);
    const factor = distance(now, other) / Math.max(1, distance(before, other));
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    gateway.look(zoomedAt(place(shifted), factor, fromCentre(pane, middle)));
  }

  return () => {
    ended.abort();
    observer.disconnect();
  };
}

function fromCentre(pane: HTMLElement, point: Point): Point {
  const box = pane.getBoundingClientRect();
  return { x: point.x - box.left - box.width / 2, y: point.y - box.top - box.height / 2 };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
