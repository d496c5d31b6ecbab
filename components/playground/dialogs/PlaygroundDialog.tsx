'use client';

import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import type { DialogName } from '@/components/model/state';
import { FLAT_BUTTON } from '@/components/ui/classes';

interface DialogProps {
  readonly name: DialogName;
  readonly title: string;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A modal window of the browser's own, which keeps the focus and gives it back. */
export function Dialog({ name, title, children, className = '' }: DialogProps) {
  const { gateway } = useWorkbench();
  const isOpen = usePlayground((state) => state.dialog === name);
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!isOpen) return element.current?.close();
    element.current?.showModal();
    // The browser would choose the first control, which is the one that closes.
    element.current?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
  }, [isOpen]);
  return (
    <dialog
      ref={element}
      aria-labelledby={`dialog-${name}`}
      className={`m-auto mt-[10vh] max-h-[80vh] w-[min(36rem,calc(100vw-2rem))] overflow-hidden rounded-md border border-line bg-raised p-0 backdrop:bg-[#0006] ${className}`}
      onClose={() => gateway.openDialog(undefined)}
      onPointerDown={(event) => event.target === event.currentTarget && gateway.openDialog(undefined)}
    >
      {isOpen && (
        <div className="flex max-h-[80vh] flex-col">
          <div className="flex h-11 shrink-0 items-center border-b border-line px-4">
            <h2 id={`dialog-${name}`} className="font-semibold">
              {title}
            </h2>
            <button
              type="button"
              className={`${FLAT_BUTTON} ml-auto`}
              aria-label="Close"
              title="Close (Esc)"
              onClick={() => gateway.openDialog(undefined)}
            >
              <X size={16} aria-hidden />
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
