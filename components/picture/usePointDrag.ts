'use client';

import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { textOf } from '@/components/model/draft';
import type { FoundHandles } from '@/components/model/handles';
import { UNKNOWN_SIZE, type Picture } from '@/components/model/picture';
import { draggedCode, nudgedCode, steadyView, type DragStart } from '@/components/model/pointDrag';
import { toShare, unitsAcross, type Units } from '@/components/model/units';
import { placed, type Point, type View } from '@/components/model/view';
import { useWorkbench } from '@/components/workbench/context';

/** Where it all was when the pointer went down. */
interface Drag {
  readonly start: DragStart;
  readonly view: Extract<View, { kind: 'free' }>;
  readonly size: { readonly width: number; readonly height: number };
  /** Pixels from there. */
  by: Point;
  /** The state of the code it was left in; its picture may come later. */
  lastRevision?: number;
}

interface PointDrag {
  /** Where the point is that is being dragged, as a share of the picture. */
  readonly held: Point | undefined;
  readonly grab: (index: number, event: PointerEvent) => void;
  readonly nudge: (index: number, direction: Point, isOnGrid: boolean) => void;
}

/**
 * Points that are dragged. The code follows the pointer, renders follow the code, and each new picture is laid so that
 * the drawing stays where it was: the point is under the pointer, whatever scale asy has chosen.
 */
export function usePointDrag(
  pane: RefObject<HTMLElement | null>,
  picture: Picture,
  units: Units,
  found: FoundHandles | undefined,
): PointDrag {
  const workbench = useWorkbench();
  const drag = useRef<Drag>(undefined);
  const [held, setHeld] = useState<Point>();

  const startOf = useCallback(
    (index: number): DragStart | undefined => {
      const { draft, revision } = workbench.state;
      const handle = found?.handles[index];
      const pair = handle && found?.pairs[handle.pair];
      const box = pane.current?.querySelector('[data-picture]')?.getBoundingClientRect();
      if (handle === undefined || pair === undefined || box === undefined || found?.revision !== revision) return;
      workbench.gateway.draft.selectFile(draft.main);
      return { code: textOf(draft, draft.main), handle, pair, units, shown: { width: box.width, height: box.height } };
    },
    [workbench, found, pane, units],
  );

  const write = useCallback(
    (code: string) => {
      const { draft } = workbench.state;
      if (code === textOf(draft, draft.main)) return;
      workbench.gateway.draft.editText(draft.main, code);
      workbench.follow();
    },
    [workbench],
  );

  const grab = useCallback(
    (index: number, down: PointerEvent) => {
      if (down.button !== 0 || !down.isPrimary) return;
      const start = startOf(index);
      if (start === undefined) return;
      down.stopPropagation();
      const { view } = workbench.state;
      const size = picture.size ?? UNKNOWN_SIZE;
      const own: Drag = { start, view: placed(view, size, workbench.paneSize), size, by: { x: 0, y: 0 } };
      drag.current = own;
      const joined = workbench.editor.joinEdits();
      const ended = new AbortController();
      const { signal } = ended;
      const move = (event: PointerEvent) => {
        if (event.pointerId !== down.pointerId) return;
        own.by = { x: event.clientX - down.clientX, y: event.clientY - down.clientY };
        setHeld(heldAt(own));
        write(draggedCode(start, own.by, event.shiftKey));
      };
      const end = () => {
        ended.abort();
        joined();
        own.lastRevision = workbench.state.revision;
        setHeld(undefined);
        workbench.gateway.draft.endTyping();
      };
      // Where it was, as Escape does everywhere.
      const leave = (event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        write(start.code);
        end();
      };
      window.addEventListener('pointermove', move, { signal });
      for (const kind of ['pointerup', 'pointercancel'] as const) window.addEventListener(kind, end, { signal });
      window.addEventListener('keydown', leave, { signal, capture: true });
    },
    [startOf, workbench, picture, write],
  );

  const nudge = useCallback(
    (index: number, direction: Point, isOnGrid: boolean) => {
      const start = startOf(index);
      if (start === undefined) return;
      const joined = workbench.editor.joinEdits();
      write(nudgedCode(start, direction, isOnGrid));
      joined();
    },
    [startOf, workbench, write],
  );

  // Before it is painted, so that nobody sees it lie elsewhere.
  useLayoutEffect(() => {
    const own = drag.current;
    if (own === undefined || picture.size === undefined) return;
    const { view, size, start, lastRevision = Infinity } = own;
    if (picture.revision >= lastRevision) drag.current = undefined;
    // Somebody has written on since.
    if (picture.revision > lastRevision) return;
    const steady = steadyView({ view, size, units: start.units }, picture.size, units, start.handle.at);
    if (!isSameView(steady, placed(workbench.state.view, picture.size, workbench.paneSize)))
      workbench.gateway.picture.look(steady);
  }, [picture, units, workbench]);

  return { held, grab, nudge };
}

/** The drawing does not move under the pointer, so this is where it was, and as far as the pointer went. */
function heldAt({ start, by }: Drag): Point {
  const { units, shown, handle } = start;
  const way = unitsAcross(units, { x: by.x / shown.width, y: by.y / shown.height });
  return toShare(units, { x: handle.at.x + way.x, y: handle.at.y + way.y });
}

const HALF_PIXEL = 0.5;

function isSameView(a: Extract<View, { kind: 'free' }>, b: Extract<View, { kind: 'free' }>): boolean {
  const isSameScale = Math.abs(a.scale / b.scale - 1) < 1e-4;
  return isSameScale && Math.abs(a.x - b.x) < HALF_PIXEL && Math.abs(a.y - b.y) < HALF_PIXEL;
}
