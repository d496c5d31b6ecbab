'use client';

import { useEffect, useMemo, useState, type RefObject } from 'react';
import { textOf } from '@/components/model/draft';
import type { FoundHandles } from '@/components/model/handles';
import { toShare, type Units } from '@/components/model/units';
import type { Point } from '@/components/model/view';
import { usePlayground, useWorkbench } from '@/components/workbench/context';

/** A pointer that only passes over the picture asks for nothing. */
const REST_MS = 150;
/** How near the pointer has to be, in CSS pixels. */
const NEAR_PIXELS = 40;
/** A finger does not hover: all are shown, unless they would cover the picture. */
const MAX_FOR_FINGERS = 40;

interface ShownPoint {
  readonly index: number;
  /** As shares of the picture. */
  readonly at: Point;
}

interface ShownHandles {
  readonly found: FoundHandles | undefined;
  readonly handles: readonly ShownPoint[];
  readonly computed: readonly ShownPoint[];
}

/**
 * The points to be shown: those near the pointer, and those of the cursor's lines. They are looked for when the pointer
 * rests on the picture, a finger has touched it, or nobody types any more and the cursor is in a line with a pair.
 */
export function useHandles(pane: RefObject<HTMLElement | null>, revision: number, units: Units): ShownHandles {
  const workbench = useWorkbench();
  const [found, setFound] = useState<FoundHandles>();
  const [pointer, setPointer] = useState<Point>();
  const [isTouched, setTouched] = useState(false);
  const cursor = usePlayground((state) => (state.cursor?.file === state.draft.main ? state.cursor : undefined));
  const isReady = usePlayground((state) => state.revision === revision && state.run.phase === 'idle');
  const isTyping = usePlayground((state) => state.isTyping);
  const text = usePlayground(({ draft }) => textOf(draft, draft.main));
  const isWanted = pointer !== undefined || isTouched || (cursor !== undefined && !isTyping);

  useEffect(() => {
    if (!isReady || !isWanted || found?.revision === revision) return;
    let isOver = false;
    const timer = setTimeout(() => {
      void workbench.findHandles().then((handles) => !isOver && setFound(handles));
    }, REST_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [workbench, isReady, isWanted, revision, found]);

  useEffect(() => {
    const element = pane.current;
    if (element === null) return;
    const ended = new AbortController();
    const { signal } = ended;
    const move = ({ clientX, clientY, pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') setPointer({ x: clientX, y: clientY });
    };
    const touch = ({ pointerType }: PointerEvent) => pointerType === 'touch' && setTouched(true);
    element.addEventListener('pointermove', move, { signal });
    element.addEventListener('pointerdown', touch, { signal });
    element.addEventListener('pointerleave', () => setPointer(undefined), { signal });
    return () => ended.abort();
  }, [pane]);

  const current = found?.revision === revision ? found : undefined;
  const lines = useMemo(() => current && linesOf(text, current), [text, current]);
  const box = pointer && pane.current?.querySelector('[data-picture]')?.getBoundingClientRect();
  const isNear = (at: Point) =>
    box !== undefined &&
    pointer !== undefined &&
    Math.hypot(box.left + at.x * box.width - pointer.x, box.top + at.y * box.height - pointer.y) < NEAR_PIXELS;
  const all = isTouched && (current?.handles.length ?? 0) <= MAX_FOR_FINGERS;
  const shown = (points: readonly { readonly at: Point; readonly pair?: number }[]) =>
    points.flatMap(({ at: user, pair }, index) => {
      const at = toShare(units, user);
      const line = pair === undefined ? 0 : (lines?.[pair] ?? 0);
      const isOfCursor = cursor !== undefined && line >= cursor.first && line <= cursor.last;
      return isNear(at) || (pair !== undefined && (all || isOfCursor)) ? [{ index, at }] : [];
    });
  return { found: current, handles: shown(current?.handles ?? []), computed: shown(current?.computed ?? []) };
}

/** Of each pair, from 1. */
export function linesOf(text: string, { pairs }: FoundHandles): number[] {
  let [line, at] = [1, 0];
  return pairs.map(({ from }) => {
    for (; at < from; at += 1) if (text[at] === '\n') line += 1;
    return line;
  });
}
