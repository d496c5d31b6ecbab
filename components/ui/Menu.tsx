'use client';

import type { LucideIcon } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { FLAT_BUTTON } from './classes';
import { lazyPart } from './lazyPart';
import { canHover } from './Tooltip';

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

const MenuWithPopup = lazyPart('menu', () => import('./MenuWithPopup'), ButtonAlone);

const neverChanges = () => () => {};

/**
 * A button that opens a list. What shows the list comes when the page is alive, on a phone when the button is pressed; the
 * button is there from the start.
 */
export function Menu(props: MenuProps) {
  const [isOpenAtOnce, setOpenAtOnce] = useState(false);
  const isAhead = useSyncExternalStore(neverChanges, canHover, () => false);
  const Shown = isAhead || isOpenAtOnce ? MenuWithPopup : ButtonAlone;
  return <Shown {...props} isOpenAtOnce={isOpenAtOnce} onPressed={() => setOpenAtOnce(true)} />;
}

function ButtonAlone({ label, icon: Icon, onPressed }: MenuParts) {
  return (
    <button type="button" className={FLAT_BUTTON} aria-label={label} aria-haspopup="menu" onClick={onPressed}>
      <Icon size={15} strokeWidth={1.75} aria-hidden />
    </button>
  );
}
