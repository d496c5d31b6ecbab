'use client';

import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { FLAT_BUTTON } from './classes';
import type { MenuItem, MenuParts } from './Menu';
import { Tooltip } from './Tooltip';

const ITEM =
  'flex min-h-7 w-full cursor-default items-center gap-2 rounded px-2 text-left outline-none select-none data-highlighted:bg-hover aria-disabled:text-muted';

/** Arrows and first letters move, Escape and a click elsewhere close it. */
export default function MenuWithPopup({ label, icon: Icon, items, isOpenAtOnce }: MenuParts) {
  const isChoice = items.some(({ isOn }) => isOn !== undefined);
  const list = items.map((item) => <Item key={item.id} item={item} />);
  return (
    <Base.Root modal={false} defaultOpen={isOpenAtOnce}>
      <Tooltip text={label}>
        <Base.Trigger className={FLAT_BUTTON} aria-label={label}>
          <Icon size={15} strokeWidth={1.75} aria-hidden />
        </Base.Trigger>
      </Tooltip>
      <Base.Portal>
        <Base.Positioner className="z-30" align="end" sideOffset={4}>
          <Base.Popup aria-label={label} className="w-max rounded-md border border-line bg-raised p-1 outline-none">
            {isChoice ? <Base.RadioGroup value={items.find(({ isOn }) => isOn)?.id}>{list}</Base.RadioGroup> : list}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function Item({ item: { id, title, isOn, reason, run } }: { readonly item: MenuItem }) {
  const common = { className: ITEM, 'aria-disabled': reason !== undefined, onClick: run };
  if (isOn === undefined)
    return (
      <Base.Item {...common}>
        {title}
        <Reason text={reason} />
      </Base.Item>
    );
  return (
    <Base.RadioItem {...common} value={id} closeOnClick>
      <Check size={14} aria-hidden className={isOn ? '' : 'invisible'} />
      {title}
      <Reason text={reason} />
    </Base.RadioItem>
  );
}

/** Beside what it explains: a hint would not be seen by who has no pointer. */
function Reason({ text }: { readonly text: string | undefined }) {
  return text !== undefined && <span className="ml-auto pl-3 text-xs">{text}</span>;
}
