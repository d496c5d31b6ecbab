'use client';

import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { FLAT_BUTTON } from './classes';
import { lazyPart } from './lazyPart';
import { Tooltip } from './Tooltip';

export interface MenuItem {
  readonly id: string;
  readonly title: string;
  /** For choices: whether it is chosen now. */
  readonly isOn?: boolean;
  /** Why it cannot be done now. It can be reached all the same, and says so. */
  readonly reason?: string;
  readonly run: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly items: readonly MenuItem[];
}

export interface MenuParts extends MenuProps {
  /** Somebody pressed the button before the list was there. */
  readonly isOpenAtOnce: boolean;
  readonly onPressed: () => void;
}

const load = () => import('./MenuWithPopup');
const MenuWithPopup = lazyPart('menu', load, ButtonAlone);

/** A button that opens a list. What shows the list comes when somebody points at the button, and is used when it is pressed. */
export function Menu(props: MenuProps) {
  const [isPressed, setPressed] = useState(false);
  const Shown = isPressed ? MenuWithPopup : ButtonAlone;
  return <Shown {...props} isOpenAtOnce={isPressed} onPressed={() => setPressed(true)} />;
}

function ButtonAlone({ label, icon: Icon, onPressed }: MenuParts) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        className={FLAT_BUTTON}
        aria-label={label}
        aria-haspopup="menu"
        onClick={onPressed}
        // What could not be loaded is tried again, and told, when it is pressed.
        onPointerEnter={() => void load().catch(() => undefined)}
      >
        <Icon size={15} strokeWidth={1.75} aria-hidden />
      </button>
    </Tooltip>
  );
}
