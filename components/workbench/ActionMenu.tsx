'use client';

import type { LucideIcon } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useShallow } from 'zustand/react/shallow';
import { Menu } from '@/components/ui/Menu';
import type { Action } from './actions/action';
import { perform } from './actions/perform';
import { usePlayground, useWorkbench } from './context';

interface ActionMenuProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly actions: readonly Action[];
}

/** A button that opens a list of actions. */
export function ActionMenu({ label, icon, actions }: ActionMenuProps) {
  const workbench = useWorkbench();
  const t = useTranslations('workbench');
  const isOn = usePlayground(useShallow((state) => actions.map((action) => action.isOn?.(state))));
  const reasons = usePlayground(useShallow((state) => actions.map((action) => action.whyNot?.(state, t))));
  const items = actions.map((action, index) => ({
    id: action.id,
    title: action.title(t),
    isOn: isOn[index],
    reason: reasons[index],
    run: () => perform(action, workbench),
  }));
  return <Menu label={label} icon={icon} items={items} />;
}
