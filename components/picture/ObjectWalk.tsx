'use client';

import { useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useWorkbench } from '@/components/workbench/context';
import type { DrawingCall } from '@/components/model/pictureObjects';
import { Outline } from './Outline';

interface ObjectWalkProps {
  readonly calls: readonly DrawingCall[];
  readonly titleOf: (call: DrawingCall) => string;
  readonly goTo: (call: DrawingCall) => void;
}

/**
 * The picture for the keyboard: Tab goes from call to call and at the last one on to the next control, Shift+Tab goes
 * back, Enter goes to the line, Escape leaves. One button for all, since objects overlap and there may be many.
 */
export function ObjectWalk({ calls, titleOf, goTo }: ObjectWalkProps) {
  const t = useTranslations('picture');
  const { gateway } = useWorkbench();
  const [at, setAt] = useState<number>();
  const call = at === undefined ? undefined : calls[Math.min(at, calls.length - 1)];
  const nameOf = (index: number) => {
    const one = calls[index];
    return one && t('objects.nth', { title: titleOf(one), number: index + 1, count: calls.length });
  };
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') return document.getElementById('pane-picture')?.focus();
    if (event.key !== 'Tab' || at === undefined) return;
    const next = at + (event.shiftKey ? -1 : 1);
    const name = nameOf(next);
    if (name === undefined) return;
    event.preventDefault();
    setAt(next);
    // The focus stays where it is, so nobody would be told.
    gateway.layout.announce(name);
  };
  return (
    <>
      {call?.objects.map((object, i) => (
        <Outline key={i} box={object} className="border-accent" />
      ))}
      <button
        type="button"
        aria-label={nameOf(at ?? 0)}
        className="absolute inset-0 outline-offset-4"
        onFocus={() => setAt(0)}
        onBlur={() => setAt(undefined)}
        onKeyDown={walk}
        onClick={() => call && goTo(call)}
      />
    </>
  );
}
