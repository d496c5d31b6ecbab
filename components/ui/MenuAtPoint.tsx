'use client';

import { Menu as Base } from '@base-ui/react/menu';
import type { MenuItem } from './Menu';
import { Item } from './MenuWithPopup';

interface MenuAtPointProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** CSS pixels of the window. */
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

/** A list that opens where somebody pointed. Arrows and first letters move, Escape and a click elsewhere close it. */
export default function MenuAtPoint({ label, items, at, onClose }: MenuAtPointProps) {
  const anchor = { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) };
  return (
    <Base.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Positioner className="z-30" anchor={anchor} side="bottom" align="start" sideOffset={4}>
          <Base.Popup
            aria-label={label}
            // What was chosen takes the focus itself.
            finalFocus={false}
            className="max-h-72 w-max max-w-80 overflow-auto rounded-md border border-line bg-raised p-1 outline-none"
          >
            {items.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
