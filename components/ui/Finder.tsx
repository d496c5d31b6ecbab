'use client';

import { useState, type KeyboardEvent, type ReactNode } from 'react';

interface FinderProps<Item> {
  /** Begins the ids of the rows. */
  readonly id: string;
  readonly label: string;
  readonly listLabel: string;
  readonly find: (query: string) => readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly row: (item: Item) => ReactNode;
  /** A row that can be seen but not chosen now. */
  readonly isOff?: (item: Item) => boolean;
  readonly onChoose: (item: Item) => void;
  /** Said where nothing is found. */
  readonly nothing: string;
}

/** A list in which one finds by typing: the arrows move, Enter takes. */
export function Finder<Item>(props: FinderProps<Item>) {
  const { id, label, listLabel, find, keyOf, row, isOff, onChoose, nothing } = props;
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = find(query);
  const active = found[Math.min(chosen, found.length - 1)];
  const rowId = (item: Item) => `${id}-${keyOf(item)}`;

  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      const next = (Math.min(chosen, found.length - 1) + step + found.length) % found.length;
      setChosen(next);
      const item = found[next];
      if (item !== undefined) document.getElementById(rowId(item))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && active !== undefined) onChoose(active);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <input
        data-first-focus
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={active === undefined ? undefined : rowId(active)}
        placeholder={label}
        className="m-2 h-9 shrink-0 rounded-md border border-edge bg-surface px-3 placeholder:text-muted"
        value={query}
        onChange={({ target }) => {
          setQuery(target.value);
          setChosen(0);
        }}
        onKeyDown={press}
      />
      <div id={`${id}-list`} role="listbox" aria-label={listLabel} className="overflow-auto p-1">
        {found.map((item) => (
          <div
            key={keyOf(item)}
            id={rowId(item)}
            role="option"
            aria-selected={item === active}
            aria-disabled={isOff?.(item) ?? false}
            className="flex min-h-8 cursor-pointer items-center gap-3 rounded px-3 hover:bg-hover aria-disabled:text-muted aria-selected:bg-accent-soft"
            onClick={() => onChoose(item)}
          >
            {row(item)}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="px-4 pb-4 text-muted">{nothing}</p>}
    </>
  );
}
