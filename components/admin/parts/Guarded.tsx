'use client';

import type { ComponentType } from 'react';
import { useTranslations } from 'use-intl';
import type { PanelName } from '@/core/admin/panels';
import { ErrorBoundary } from '@/components/ui/ErrorBoundary';
import { useAdminState } from './context';

interface GuardedProps {
  readonly panel: ComponentType;
  /** What it shows. */
  readonly of: readonly PanelName[];
}

/** A panel that fails, or that was sent what cannot be read, says so and leaves the others. */
export function Guarded({ panel: Panel, of }: GuardedProps) {
  const t = useTranslations('admin');
  const isUnreadable = useAdminState(({ unreadable }) => of.some((name) => unreadable.includes(name)));
  if (isUnreadable)
    return (
      <p role="alert" className="rounded-md border border-error bg-error-soft px-4 py-2 text-error">
        {t('unreadablePanel')}
      </p>
    );
  return (
    <ErrorBoundary what={t('thisPanel')}>
      <Panel />
    </ErrorBoundary>
  );
}
