'use client';

import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { FLAT_BUTTON } from './classes';

interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A modal window with a title, which keeps the focus and gives it back. What is in it is there only while it is open. */
export function Dialog({
  isOpen,
  onClose,
  title,
  children,
  className = 'w-[min(36rem,calc(100vw-2rem))]',
}: DialogProps) {
  const close = useTranslations('common')('close');
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[#0006]" />
        <Base.Popup
          ref={popup}
          // The first control would be the one that closes.
          initialFocus={() => popup.current?.querySelector<HTMLElement>('[data-first-focus]') ?? true}
          className={`fixed top-[10vh] left-1/2 z-40 flex max-h-[80vh] -translate-x-1/2 flex-col overflow-hidden rounded-md border border-line bg-raised ${className}`}
        >
          <div className="flex h-11 shrink-0 items-center border-b border-line px-4">
            <Base.Title className="font-semibold">{title}</Base.Title>
            <Base.Close className={`${FLAT_BUTTON} ml-auto`} aria-label={close}>
              <X size={16} aria-hidden />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
