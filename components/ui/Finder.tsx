'use client';

import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';

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

/** A list in which one finds by typing: the arrows move, Enter takes. The focus stays in the field. */
export function Finder<Item>({ label, listLabel, find, keyOf, row, isOff, onChoose, nothing }: FinderProps<Item>) {
  const id = useId();
  const [query, setQuery] = useState('');
  const [marked, setMarked] = useState(0);
  const found = find(query);
  const at = Math.min(marked, found.length - 1);
  const idOf = (index: number) => `${id}-${index}`;

  const mark = (index: number) => {
    setMarked(index);
    document.getElementById(idOf(index))?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent) => {
    // While a word is being composed, the keys are for that.
    if (event.nativeEvent.isComposing || found.length === 0) return;
    const targets: Partial<Record<string, () => void>> = {
      ArrowDown: () => mark((at + 1) % found.length),
      ArrowUp: () => mark((at - 1 + found.length) % found.length),
      Enter: () => found.slice(at, at + 1).forEach((item) => onChoose(item)),
    };
    const act = targets[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

  return (
    <div className="flex min-h-0 flex-col">
      <input
        data-first-focus
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? idOf(at) : undefined}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        placeholder={label}
        value={query}
        onChange={({ target }) => {
          setQuery(target.value);
          setMarked(0);
        }}
        onKeyDown={press}
        className="m-2 h-9 shrink-0 rounded-md border border-edge bg-surface px-3 placeholder:text-muted"
      />
      <div id={id} role="listbox" aria-label={listLabel} className="overflow-auto p-1">
        {found.map((item, index) => (
          <div
            key={keyOf(item)}
            id={idOf(index)}
            role="option"
            aria-selected={index === at}
            aria-disabled={isOff?.(item) || undefined}
            className="flex min-h-8 cursor-pointer items-center gap-3 rounded px-3 aria-disabled:text-muted aria-selected:bg-accent-soft"
            onPointerMove={() => setMarked(index)}
            onClick={() => onChoose(item)}
          >
            {row(item)}
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p role="status" className="px-4 pb-4 text-muted">
          {nothing}
        </p>
      )}
    </div>
  );
}
