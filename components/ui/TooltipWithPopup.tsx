'use client';

import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { TooltipProps } from './Tooltip';

/** For who points at the control or reaches it by keyboard. */
export default function TooltipWithPopup({ text, children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner className="z-50" sideOffset={6}>
          <Base.Popup className="max-w-72 rounded-md border border-line bg-raised px-2 py-1 text-xs text-text">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
