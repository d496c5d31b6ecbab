'use client';

import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { FLAT_BUTTON, OUTLINE_BUTTON } from './classes';

export interface ToastItem {
  readonly id: string;
  readonly text: string;
  readonly action?: { readonly title: string; readonly run: () => void };
}

interface ToastsProps {
  readonly label: string;
  /** The newest last. */
  readonly items: readonly ToastItem[];
  readonly onClose: (id: string) => void;
  readonly testId?: string;
}

const SHOWN_MS = 8000;

/**
 * What was just done or could not be done, said politely. Each goes by itself, but not while the pointer or the focus is
 * on one of them.
 */
export function Toasts({ label, items, onClose, testId }: ToastsProps) {
  const [manager] = useState(() => Toast.createToastManager());
  const shown = useRef(new Set<string>());
  useEffect(() => {
    for (const { id, text, action } of items) {
      if (shown.current.has(id)) continue;
      shown.current.add(id);
      const actionProps = action && { children: action.title, onClick: action.run };
      manager.add({ id, description: text, actionProps, onClose: () => onClose(id) });
    }
    const wanted = new Set(items.map(({ id }) => id));
    for (const id of [...shown.current].filter((known) => !wanted.has(known))) {
      shown.current.delete(id);
      manager.close(id);
    }
  }, [items, manager, onClose]);
  return (
    <Toast.Provider toastManager={manager} timeout={SHOWN_MS}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={label}
          data-testid={testId}
          className="fixed inset-x-4 bottom-27 z-50 mx-auto flex w-fit flex-col items-center gap-2"
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const t = useTranslations('ui');
  const { toasts } = Toast.useToastManager();
  return toasts.toReversed().map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      role="group"
      aria-modal={undefined}
      swipeDirection={[]}
      className="rounded-md border border-edge bg-raised data-limited:hidden"
    >
      <Toast.Content className="flex items-center gap-3 py-1.5 pr-1.5 pl-4">
        <Toast.Description />
        {toast.actionProps && <Toast.Action className={OUTLINE_BUTTON} />}
        <Toast.Close className={FLAT_BUTTON} aria-hidden={false} aria-label={t('dismiss')}>
          <X size={15} aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
