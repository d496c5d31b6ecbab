'use client';

import { useId, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Action } from '@/components/workbench/actions/action';
import { ariaKeys, formatKeys } from '@/components/lib/keys';
import { perform } from '@/components/workbench/actions/perform';
import { useIsMac } from '@/components/lib/platform';
import { usePlayground, useWorkbench } from './context';
import { FLAT_BUTTON } from '@/components/ui/classes';
import { Tooltip } from '@/components/ui/Tooltip';

interface ActionButtonProps {
  readonly action: Action;
  /** Instead of the icon alone. */
  readonly children?: ReactNode;
  readonly className?: string;
  readonly testId?: string;
}

/** A button of the toolbar for an action. What cannot be done now can still be reached, and says why. */
export function ActionButton({ action, children, className = '', testId }: ActionButtonProps) {
  const workbench = useWorkbench();
  const t = useTranslations('workbench');
  const isMac = useIsMac();
  const isOn = usePlayground((state) => action.isOn?.(state));
  const reason = usePlayground((state) => action.whyNot?.(state, t));
  const [keys] = action.keys ?? [];
  const title = action.title(t);
  const hint = keys === undefined ? title : `${title} (${formatKeys(keys, isMac)})`;
  const reasonId = useId();
  const Icon = action.icon;
  const button = (
    <button
      type="button"
      className={`${FLAT_BUTTON} ${className}`}
      aria-label={children === undefined ? title : undefined}
      aria-pressed={isOn}
      aria-disabled={reason !== undefined}
      aria-keyshortcuts={keys && ariaKeys(keys, isMac)}
      aria-describedby={reason === undefined ? undefined : reasonId}
      data-testid={testId}
      onClick={() => perform(action, workbench)}
    >
      {Icon && <Icon size={15} strokeWidth={1.75} aria-hidden />}
      {children}
      {reason !== undefined && (
        <span id={reasonId} hidden>
          {reason}
        </span>
      )}
    </button>
  );
  return <Tooltip text={reason === undefined ? hint : `${hint}: ${reason}`}>{button}</Tooltip>;
}
