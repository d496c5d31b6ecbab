'use client';

import { Command } from 'cmdk';
import { useState, type ReactNode } from 'react';

interface FinderProps<Item> {
  readonly label: string;
  readonly listLabel: string;
  readonly find: (query: string) => readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly row: (item: Item) => ReactNode;
  /** A row that can be seen but not done now; whoever chooses it is told why. */
  readonly isOff?: (item: Item) => boolean;
  readonly onChoose: (item: Item) => void;
  /** Said where nothing is found. */
  readonly nothing: string;
}

/** A list in which one finds by typing: the arrows move, Enter takes. */
export function Finder<Item>({ label, listLabel, find, keyOf, row, isOff, onChoose, nothing }: FinderProps<Item>) {
  const [query, setQuery] = useState('');
  return (
    // What is found, and in which order, is told by `find`.
    <Command label={label} shouldFilter={false} loop className="flex min-h-0 flex-col">
      <Command.Input
        data-first-focus
        placeholder={label}
        value={query}
        onValueChange={setQuery}
        className="m-2 h-9 shrink-0 rounded-md border border-edge bg-surface px-3 placeholder:text-muted"
      />
      <Command.List label={listLabel} className="overflow-auto p-1">
        {find(query).map((item) => (
          <Command.Item
            key={keyOf(item)}
            value={keyOf(item)}
            className="flex min-h-8 cursor-pointer items-center gap-3 rounded px-3 data-off:text-muted aria-selected:bg-accent-soft"
            data-off={isOff?.(item) || undefined}
            onSelect={() => onChoose(item)}
          >
            {row(item)}
          </Command.Item>
        ))}
        <Command.Empty className="px-3 py-3 text-muted">{nothing}</Command.Empty>
      </Command.List>
    </Command>
  );
}
