'use client';

import { Check, type LucideIcon } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Action } from '@/components/workbench/actions/action';
import { perform } from '@/components/workbench/actions/perform';
import { usePlayground, useWorkbench } from './context';
import { FLAT_BUTTON } from '@/components/ui/classes';

interface MenuProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly actions: readonly Action[];
  readonly children?: ReactNode;
}

/** A button that opens a list of actions. Arrows move, Escape and a click elsewhere close it. */
export function Menu({ label, icon: Icon, actions, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return;
    root.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus();
    const close = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    root.current?.querySelector('button')?.focus();
  };

  const move = (event: KeyboardEvent) => {
    const items = [...(root.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Escape') close();
    else if (event.key === 'Tab') return setOpen(false);
    else if (to !== undefined) items.at(to % items.length)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div ref={root} className="relative">
      <button
        type="button"
        className={FLAT_BUTTON}
        aria-label={children === undefined ? label : undefined}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon size={15} strokeWidth={1.75} aria-hidden />
        {children}
      </button>
      {isOpen && (
        <div
          id={id}
          role="menu"
          aria-label={label}
          onKeyDown={move}
          className="absolute top-full right-0 z-30 mt-1 w-max rounded-md border border-line bg-raised p-1"
        >
          {actions.map((action) => (
            <MenuItem key={action.id} action={action} onDone={close} />
          ))}
        </div>
      )}
    </div>
  );
}

function MenuItem({ action, onDone }: { readonly action: Action; readonly onDone: () => void }) {
  const workbench = useWorkbench();
  const isOn = usePlayground((state) => action.isOn?.(state));
  const reason = usePlayground((state) => action.whyNot?.(state));
  return (
    <button
      type="button"
      role={isOn === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={isOn}
      aria-disabled={reason !== undefined}
      title={reason}
      tabIndex={-1}
      className="flex h-7 w-full items-center gap-2 rounded px-2 text-left hover:bg-hover focus-visible:bg-hover aria-disabled:text-muted"
      onClick={() => {
        perform(action, workbench);
        onDone();
      }}
    >
      {isOn !== undefined && <Check size={14} aria-hidden className={isOn ? '' : 'invisible'} />}
      {action.title}
    </button>
  );
}
