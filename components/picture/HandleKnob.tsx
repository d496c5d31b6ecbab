'use client';

import { useEffect, useRef, type KeyboardEvent } from 'react';
import { TEST_IDS } from '@/components/lib/testIds';
import type { Point } from '@/components/model/view';

interface HandleKnobProps {
  /** As a share of the picture. */
  readonly at: Point;
  readonly label: string;
  readonly isHeld?: boolean;
  readonly onGrab?: (event: PointerEvent) => void;
  readonly onNudge?: (direction: Point, isOnGrid: boolean) => void;
}

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** What one takes hold of a point by: small to look at, large enough for a finger. */
export function HandleKnob({ at, label, isHeld = false, onGrab, onNudge }: HandleKnobProps) {
  const knob = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const element = knob.current;
    if (element === null || onGrab === undefined) return;
    const ended = new AbortController();
    const { signal } = ended;
    element.addEventListener('pointerdown', onGrab, { signal });
    // The pane would move the picture, and a click would go to the line.
    for (const kind of ['mousedown', 'touchstart', 'click', 'dblclick'])
      element.addEventListener(kind, (event) => event.stopPropagation(), { signal, passive: true });
    return () => ended.abort();
  }, [onGrab]);
  const nudge = (event: KeyboardEvent<HTMLElement>) => {
    const direction = ARROWS[event.key];
    if (direction === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    onNudge?.(direction, event.shiftKey);
  };
  return (
    <button
      ref={knob}
      type="button"
      aria-label={label}
      aria-hidden={isHeld}
      tabIndex={isHeld ? -1 : 0}
      data-testid={isHeld ? undefined : TEST_IDS.handle}
      className={`absolute grid size-6 -translate-1/2 touch-none place-items-center rounded-full pointer-coarse:size-11 ${isHeld ? '' : 'pointer-events-auto cursor-move'}`}
      style={{ left: `${100 * at.x}%`, top: `${100 * at.y}%` }}
      onKeyDown={nudge}
    >
      <span
        className={`rounded-full border-2 border-accent bg-surface ${isHeld ? 'size-3.5 bg-accent' : 'size-2.5'}`}
      />
    </button>
  );
}
