'use client';

import { useEffect, useState, type ComponentType, type ReactElement } from 'react';

export interface TooltipProps {
  readonly text: string;
  /** One control, which must have a name of its own: a tooltip is only for those who see it. */
  readonly children: ReactElement;
}

/** Where there is no such question, as in tests, there is a mouse. */
export function canHover(): boolean {
  return typeof window.matchMedia !== 'function' || window.matchMedia('(hover: hover)').matches;
}

/** One for all, once it is there. */
let known: ComponentType<TooltipProps> | undefined;

/** A hint at a control. What shows it comes when the page is alive; without it the control works all the same. */
export function Tooltip(props: TooltipProps) {
  const [Popup, setPopup] = useState(() => known);
  useEffect(() => {
    let isGone = false;
    // A finger cannot point at anything without pressing it.
    if (!canHover()) return;
    import('./TooltipWithPopup').then(
      (loaded) => {
        known = loaded.default;
        if (!isGone) setPopup(() => loaded.default);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return Popup === undefined ? props.children : <Popup {...props} />;
}
