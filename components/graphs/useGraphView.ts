import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { FIT, moved, placed, zoomedAt, ZOOM_STEP, type Point, type View } from '@/components/picture/view';
import type { Box, Layout } from './layout';

/**
 * Pan and zoom of a graph. The drawing is moved without React; only when other nodes come into sight, or they become
 * large enough to be read, is it drawn anew.
 */

interface Sight {
  readonly shown: readonly Box[];
  /** Whether words and pictures can be made out. */
  readonly isNear: boolean;
}

interface GraphView {
  readonly sight: Sight;
  readonly pane: RefObject<SVGSVGElement | null>;
  readonly drawing: RefObject<SVGGElement | null>;
  readonly zoom: (factor: number) => void;
  readonly fit: () => void;
  /** Brings a node into the middle, large enough to be read. */
  readonly reveal: (id: string) => void;
}

const NEAR_SCALE = 0.35;
const READABLE_SCALE = 0.8;
/** Nodes a little outside are drawn, too, so that a small move shows no holes. In CSS pixels. */
const MARGIN = 200;
const WHEEL_NOTCH = 100;
const NOTHING: Sight = { shown: [], isNear: false };

export function useGraphView(layout: Layout | undefined): GraphView {
  const pane = useRef<SVGSVGElement>(null);
  const drawing = useRef<SVGGElement>(null);
  const view = useRef<View>(FIT);
  const isWaiting = useRef(false);
  const [sight, setSight] = useState<Sight>(NOTHING);

  const show = useCallback(() => {
    isWaiting.current = false;
    if (layout === undefined || pane.current === null) return;
    const size = { width: pane.current.clientWidth, height: pane.current.clientHeight };
    const { scale, x, y } = placed(view.current, layout, size);
    const left = size.width / 2 + x - (layout.width * scale) / 2;
    const top = size.height / 2 + y - (layout.height * scale) / 2;
    drawing.current?.setAttribute('transform', `translate(${left} ${top}) scale(${scale})`);
    const shown = layout.boxes.filter(
      (box) =>
        left + (box.x + box.width) * scale > -MARGIN &&
        left + box.x * scale < size.width + MARGIN &&
        top + (box.y + box.height) * scale > -MARGIN &&
        top + box.y * scale < size.height + MARGIN,
    );
    const isNear = scale >= NEAR_SCALE;
    setSight((before) => (isSame(before, { shown, isNear }) ? before : { shown, isNear }));
  }, [layout]);

  const look = useCallback(
    (change: (from: Extract<View, { kind: 'free' }>) => View) => {
      if (layout === undefined || pane.current === null) return;
      const size = { width: pane.current.clientWidth, height: pane.current.clientHeight };
      view.current = change(placed(view.current, layout, size));
      if (isWaiting.current) return;
      isWaiting.current = true;
      requestAnimationFrame(show);
    },
    [layout, show],
  );

  useEffect(() => {
    const element = pane.current;
    if (element === null) return;
    const observer = new ResizeObserver(show);
    observer.observe(element);
    const detach = attach(element, look);
    return () => {
      observer.disconnect();
      detach();
    };
  }, [show, look]);

  const zoom = useCallback((factor: number) => look((from) => zoomedAt(from, factor)), [look]);
  const fit = useCallback(() => look(() => FIT), [look]);
  const reveal = useCallback(
    (id: string) => {
      const box = layout?.boxes.find((candidate) => candidate.id === id);
      if (layout === undefined || box === undefined) return;
      look((from) => {
        const scale = Math.max(from.scale, READABLE_SCALE);
        const x = (layout.width / 2 - box.x - box.width / 2) * scale;
        const y = (layout.height / 2 - box.y - box.height / 2) * scale;
        return { kind: 'free', scale, x, y };
      });
    },
    [layout, look],
  );
  return { sight, pane, drawing, zoom, fit, reveal };
}

function isSame(a: Sight, b: Sight): boolean {
  return a.isNear === b.isNear && a.shown.length === b.shown.length && a.shown.every((box, i) => box === b.shown[i]);
}

type Look = (change: (from: Extract<View, { kind: 'free' }>) => View) => void;

/** The mouse or a finger moves, the wheel zooms about the pointer. */
function attach(pane: SVGSVGElement, look: Look): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let last: Point | undefined;
  const fromCentre = ({ clientX, clientY }: MouseEvent): Point => {
    const box = pane.getBoundingClientRect();
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
  };
  // Not passive: otherwise the page would scroll along.
  pane.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      look((from) => zoomedAt(from, ZOOM_STEP ** (-event.deltaY / WHEEL_NOTCH), fromCentre(event)));
    },
    { passive: false, signal },
  );
  pane.addEventListener('pointerdown', (event) => (last = { x: event.clientX, y: event.clientY }), { signal });
  window.addEventListener('pointerup', () => (last = undefined), { signal });
  window.addEventListener(
    'pointermove',
    ({ clientX: x, clientY: y }) => {
      if (last === undefined) return;
      const by = { x: x - last.x, y: y - last.y };
      last = { x, y };
      look((from) => moved(from, by));
    },
    { signal },
  );
  return () => ended.abort();
}
