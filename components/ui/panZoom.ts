import { select } from 'd3-selection';
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomTransform } from 'd3-zoom';

/** Scale, and the shift of the content's centre from the pane's centre in CSS pixels. */
interface PlacedView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

interface PanZoomParts {
  readonly minScale: number;
  readonly maxScale: number;
  /** By which one notch of a usual wheel zooms. */
  readonly step: number;
  /** Where the content lies now; others may have moved it. Undefined if there is none. */
  readonly place: () => PlacedView | undefined;
  readonly look: (view: PlacedView) => void;
}

/** A usual wheel has notches of 100; a touchpad sends many small ones, and for a pinch smaller ones with Ctrl. */
const WHEEL_NOTCH = 100;
const PINCH_NOTCH = 25;

type Pane = (HTMLElement | SVGSVGElement) & { __zoom?: ZoomTransform };

/** The mouse or a finger moves, two fingers move and zoom, the wheel zooms about the pointer. Returns what ends it. */
export function attachPanZoom(pane: Pane, { minScale, maxScale, step, place, look }: PanZoomParts): () => void {
  const ended = new AbortController();
  const centre = () => ({ x: pane.clientWidth / 2, y: pane.clientHeight / 2 });
  const behaviour = zoom<Pane, unknown>()
    .scaleExtent([minScale, maxScale])
    .wheelDelta(
      ({ deltaY, ctrlKey }: WheelEvent) => (-deltaY / (ctrlKey ? PINCH_NOTCH : WHEEL_NOTCH)) * Math.log2(step),
    )
    .on('zoom', ({ transform: { k, x, y }, sourceEvent }: D3ZoomEvent<Pane, unknown>) => {
      if (sourceEvent) look({ scale: k, x: x - centre().x, y: y - centre().y });
    });
  // Each gesture begins, and each turn of the wheel goes on, where the content really is.
  const take = () => {
    const now = place();
    if (now !== undefined)
      pane.__zoom = zoomIdentity.translate(centre().x + now.x, centre().y + now.y).scale(now.scale);
  };
  for (const kind of ['wheel', 'mousedown', 'touchstart'])
    pane.addEventListener(kind, take, { capture: true, passive: true, signal: ended.signal });
  const selection = select<Pane, unknown>(pane).call(behaviour);
  // A double click has a meaning of its own.
  selection.on('dblclick.zoom', null);
  return () => {
    ended.abort();
    selection.on('.zoom', null);
  };
}
