import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { attachPanZoom } from '@/components/ui/panZoom';
import { FIT, MIN_SCALE, moved, placed, zoomedAt, ZOOM_STEP, type Point, type View } from '@/components/model/view';
import type { Box, Layout } from './layout';

/**
 * Pan and zoom of a graph. The drawing is moved without React; only when other nodes come into sight, or they become
 * large enough to be read, is it drawn anew.
 */

interface Sight {
  readonly shown: readonly Box[];
  /** The edges in sight as one path: a thousand elements less to draw. */
  readonly edges: string;
  /** Whether words and pictures can be made out. */
  readonly isNear: boolean;
}

interface GraphView {
  readonly sight: Sight;
  readonly pane: RefObject<SVGSVGElement | null>;
  readonly drawing: RefObject<SVGGElement | null>;
  readonly zoom: (factor: number) => void;
  readonly move: (by: Point) => void;
  readonly fit: () => void;
  /** Brings a node into the middle, large enough to be read, unless it is in sight already. */
  readonly reveal: (id: string) => void;
}

const NEAR_SCALE = 0.5;
const MAX_GRAPH_SCALE = 2;
/** A few nodes show their pictures, also where words are too small: a thousand could not be drawn fluidly. */
const FEW_NODES = 60;
const PICTURE_SCALE = 0.2;
const READABLE_SCALE = 0.8;
/** Words of a small graph are as large as those beside it, not larger. */
const MAX_FIT_SCALE = 1;
/** Nodes a little outside are drawn, too, so that a small move shows no holes. In CSS pixels. */
const MARGIN = 200;
const NOTHING: Sight = { shown: [], edges: '', isNear: false };

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
    const { scale, x, y } = whereIs(view.current, layout, size);
    const left = size.width / 2 + x - (layout.width * scale) / 2;
    const top = size.height / 2 + y - (layout.height * scale) / 2;
    drawing.current?.setAttribute('transform', `translate(${left} ${top}) scale(${scale})`);
    const isInSight = (box: Omit<Box, 'id'>) =>
      left + (box.x + box.width) * scale > -MARGIN &&
      left + box.x * scale < size.width + MARGIN &&
      top + (box.y + box.height) * scale > -MARGIN &&
      top + box.y * scale < size.height + MARGIN;
    const shown = layout.boxes.filter(isInSight);
    const edges = layout.edges.flatMap((line) => (isInSight(line) ? [line.path] : [])).join('');
    const now = { shown, edges, isNear: isNear(scale, shown.length) };
    setSight((before) => (isSame(before, now) ? before : now));
  }, [layout]);

  const look = useCallback(
    (change: (from: Extract<View, { kind: 'free' }>) => View) => {
      if (layout === undefined || pane.current === null) return;
      const size = { width: pane.current.clientWidth, height: pane.current.clientHeight };
      view.current = change(whereIs(view.current, layout, size));
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
    const detach = attachPanZoom(element, {
      minScale: MIN_SCALE,
      maxScale: MAX_GRAPH_SCALE,
      step: ZOOM_STEP,
      place: () =>
        layout && whereIs(view.current, layout, { width: element.clientWidth, height: element.clientHeight }),
      look: (next) => look(() => ({ kind: 'free', ...next })),
    });
    return () => {
      observer.disconnect();
      detach();
    };
  }, [layout, show, look]);

  const zoom = useCallback((factor: number) => look((from) => zoomed(from, factor)), [look]);
  const move = useCallback((by: Point) => look((from) => moved(from, by)), [look]);
  const fit = useCallback(() => look(() => FIT), [look]);
  const reveal = useCallback(
    (id: string) => {
      const box = layout?.boxes.find((candidate) => candidate.id === id);
      if (layout === undefined || box === undefined) return;
      look((from) => {
        const fromCentre = {
          x: box.x + box.width / 2 - layout.width / 2,
          y: box.y + box.height / 2 - layout.height / 2,
        };
        const isInSight =
          Math.abs(fromCentre.x * from.scale + from.x) < ((pane.current?.clientWidth ?? 0) - box.width) / 2 &&
          Math.abs(fromCentre.y * from.scale + from.y) < ((pane.current?.clientHeight ?? 0) - box.height) / 2;
        if (isInSight && from.scale >= NEAR_SCALE) return from;
        const scale = Math.max(from.scale, READABLE_SCALE);
        return { kind: 'free', scale, x: -fromCentre.x * scale, y: -fromCentre.y * scale };
      });
    },
    [layout, look],
  );
  return { sight, pane, drawing, zoom, move, fit, reveal };
}

function whereIs(view: View, layout: Layout, pane: { readonly width: number; readonly height: number }) {
  const { scale, ...rest } = placed(view, layout, pane);
  return { ...rest, scale: view.kind === 'fit' ? Math.min(scale, MAX_FIT_SCALE) : scale };
}

function zoomed(from: Extract<View, { kind: 'free' }>, factor: number): View {
  return zoomedAt(from, Math.min(factor, MAX_GRAPH_SCALE / from.scale));
}

function isNear(scale: number, shown: number): boolean {
  return scale >= NEAR_SCALE || (shown <= FEW_NODES && scale >= PICTURE_SCALE);
}

function isSame(a: Sight, b: Sight): boolean {
  if (a.isNear !== b.isNear || a.edges !== b.edges) return false;
  return a.shown.length === b.shown.length && a.shown.every((box, i) => box === b.shown[i]);
}
