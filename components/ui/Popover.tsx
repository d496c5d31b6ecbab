'use client';

import { Popover as Base } from '@base-ui/react/popover';
import type { ReactNode } from 'react';

interface PopoverProps {
  readonly title: string;
  /** What is on the button. */
  readonly button: ReactNode;
  readonly buttonClass: string;
  readonly children: ReactNode;
}

/** A button that shows something beside it. Escape and a click elsewhere close it. */
export default function Popover({ title, button, buttonClass, children }: PopoverProps) {
  return (
    <Base.Root>
      <Base.Trigger className={buttonClass}>{button}</Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="z-30" side="top" align="start" sideOffset={4} collisionPadding={8}>
          <Base.Popup className="w-80 max-w-[calc(100vw-1rem)] rounded-md border border-line bg-raised p-3 text-xs text-text outline-none">
            <Base.Title className="mb-2 font-medium">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
