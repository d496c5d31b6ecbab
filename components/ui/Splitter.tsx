'use client';

import { useState, type KeyboardEvent, type PointerEvent } from 'react';

interface SplitterProps {
  readonly label: string;
  /** `vertical`: an upright line that moves sideways. */
  readonly orientation: 'vertical' | 'horizontal';
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** How far an arrow key moves it. */
  readonly step: number;
  /** The value for a pointer at this place. */
  readonly valueAt: (event: PointerEvent<HTMLDivElement>) => number;
  readonly onChange: (value: number) => void;
  /** True if a larger value moves the line up. */
  readonly isUpward?: boolean;
  /** What Enter and a double click go back to. */
  readonly initial: number;
}

/** A line between two panes, moved by pointer or by arrows, Home, End and Enter. */
export function Splitter(props: SplitterProps) {
  const { label, orientation, value, min, max, step, valueAt, onChange, isUpward = false, initial } = props;
  const [isDragged, setDragged] = useState(false);
  const change = (next: number) => onChange(Math.min(max, Math.max(min, next)));

  const press = (event: KeyboardEvent) => {
    const sign = isUpward ? -1 : 1;
    const back = orientation === 'vertical' ? 'ArrowLeft' : 'ArrowUp';
    const forth = orientation === 'vertical' ? 'ArrowRight' : 'ArrowDown';
    const next = { [back]: value - sign * step, [forth]: value + sign * step, Home: min, End: max, Enter: initial }[
      event.key
    ];
    if (next === undefined) return;
    event.preventDefault();
    change(next);
  };

  return (
    <div
      role="separator"
      tabIndex={0}
      className="splitter"
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={Math.round(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      data-dragged={isDragged || undefined}
      onKeyDown={press}
      onDoubleClick={() => change(initial)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        event.preventDefault();
        setDragged(true);
      }}
      onPointerMove={(event) => isDragged && change(valueAt(event))}
      onPointerUp={() => setDragged(false)}
      onPointerCancel={() => setDragged(false)}
    />
  );
}
