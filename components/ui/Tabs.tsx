'use client';

import { Tabs as Base } from '@base-ui/react/tabs';
import { useRef, type ReactNode } from 'react';

interface TabsProps<Tab extends string> {
  readonly tabs: readonly Tab[];
  readonly selected: Tab;
  readonly onSelect: (tab: Tab) => void;
  readonly className: string;
  readonly children: ReactNode;
}

/** What the tabs and their panels stand in. */
export function Tabs<Tab extends string>({ tabs, selected, onSelect, className, children }: TabsProps<Tab>) {
  const select = (value: unknown) => {
    const tab = tabs.find((one) => one === value);
    if (tab !== undefined) onSelect(tab);
  };
  return (
    <Base.Root value={selected} onValueChange={select} className={className}>
      {children}
    </Base.Root>
  );
}

/** Arrows move among the tabs and select them. */
export function TabList({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Base.List activateOnFocus aria-label={label} className="flex h-full gap-1">
      {children}
    </Base.List>
  );
}

interface TabProps {
  readonly tab: string;
  /** Whether it is underlined when it is selected. */
  readonly isMarked: boolean;
  readonly isSelected: boolean;
  /** `wasSelected`: before it was pressed, which selects it. */
  readonly onPress: (wasSelected: boolean) => void;
  readonly children: ReactNode;
}

export function Tab({ tab, isMarked, isSelected, onPress, children }: TabProps) {
  // The pointer gives it the focus, and the focus selects it, before there is a click.
  const wasSelected = useRef<boolean>(undefined);
  return (
    <Base.Tab
      value={tab}
      className="flex items-center gap-1.5 border-b-2 border-transparent px-2 text-muted hover:text-text aria-selected:text-text data-open:aria-selected:border-accent"
      data-open={isMarked || undefined}
      onPointerDown={() => {
        wasSelected.current = isSelected;
      }}
      onClick={() => {
        onPress(wasSelected.current ?? isSelected);
        wasSelected.current = undefined;
      }}
    >
      {children}
    </Base.Tab>
  );
}

interface TabPanelProps {
  readonly tab: string;
  /** It stays behind the others, with all it holds. */
  readonly isKept?: boolean;
  readonly children: ReactNode;
}

export function TabPanel({ tab, isKept = false, children }: TabPanelProps) {
  return (
    <Base.Panel value={tab} keepMounted={isKept} className="h-full outline-none">
      {children}
    </Base.Panel>
  );
}
