'use client';

import { Check } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import type { Action } from '@/components/actions/action';
import { formatKeys } from '@/components/actions/keys';
import { perform } from '@/components/actions/perform';
import { useIsMac } from '@/components/actions/platform';
import { ACTIONS } from '@/components/actions/registry';
import { Dialog } from '@/components/dialogs/Dialog';
import { usePlayground, useWorkbench } from '@/components/playground/context';
import { matchActions } from './matchActions';

/** Everything one can do, found by typing. On a phone it is also the menu. */
export function Palette() {
  return (
    <Dialog name="palette" title="Commands">
      <Commands />
    </Dialog>
  );
}

function Commands() {
  const workbench = useWorkbench();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = matchActions(ACTIONS, query);
  const active = found[Math.min(chosen, found.length - 1)];

  const choose = (action: Action) => {
    workbench.gateway.openDialog(undefined);
    // After the dialog has given the focus back, so that an action may move it.
    requestAnimationFrame(() => perform(action, workbench));
  };

  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      const next = (Math.min(chosen, found.length - 1) + step + found.length) % found.length;
      setChosen(next);
      document.getElementById(`command-${found[next]?.id}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && active) choose(active);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <input
        data-first-focus
        role="combobox"
        aria-label="Find a command"
        aria-expanded
        aria-controls="commands"
        aria-activedescendant={active && `command-${active.id}`}
        placeholder="Find a command"
        className="m-2 h-9 shrink-0 rounded-md border border-edge bg-surface px-3 placeholder:text-muted"
        value={query}
        onChange={({ target }) => {
          setQuery(target.value);
          setChosen(0);
        }}
        onKeyDown={press}
      />
      <div id="commands" role="listbox" aria-label="Commands" className="overflow-auto p-1">
        {found.map((action) => (
          <Command key={action.id} action={action} isActive={action === active} onChoose={choose} />
        ))}
      </div>
      {found.length === 0 && <p className="px-4 pb-4 text-muted">No command has these words.</p>}
    </>
  );
}

interface CommandProps {
  readonly action: Action;
  readonly isActive: boolean;
  readonly onChoose: (action: Action) => void;
}

function Command({ action, isActive, onChoose }: CommandProps) {
  const isMac = useIsMac();
  const isOn = usePlayground((state) => action.isOn?.(state) ?? false);
  const reason = usePlayground((state) => action.whyNot?.(state));
  const [keys] = action.keys ?? [];
  const Icon = action.icon;
  return (
    <div
      id={`command-${action.id}`}
      role="option"
      aria-selected={isActive}
      aria-disabled={reason !== undefined}
      className="flex min-h-8 cursor-pointer items-center gap-3 rounded px-3 hover:bg-hover aria-disabled:text-muted aria-selected:bg-accent-soft"
      onClick={() => onChoose(action)}
    >
      <span className="w-4">{Icon && <Icon size={15} strokeWidth={1.75} aria-hidden />}</span>
      <span>{action.title}</span>
      {isOn && <Check size={14} aria-label="chosen" />}
      <span className="ml-auto truncate text-xs text-muted">
        {reason ?? (keys ? formatKeys(keys, isMac) : action.group)}
      </span>
    </div>
  );
}
