'use client';

import { useTranslations } from 'use-intl';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { toldProblems } from '@/components/model/state';
import type { DRAWER_TABS } from '@/components/model/settings';
import { Tab } from '@/components/ui/Tabs';

export function DrawerTab({
  tab,
  isSelected,
}: {
  readonly tab: (typeof DRAWER_TABS)[number];
  readonly isSelected: boolean;
}) {
  const t = useTranslations('playground');
  const { gateway } = useWorkbench();
  const problems = usePlayground(toldProblems);
  const hasOutput = usePlayground(({ output }) => output !== '');
  const isOpen = usePlayground(({ layout }) => layout.isDrawerOpen);

  const press = (wasSelected: boolean) =>
    gateway.layout.arrange({ drawerTab: tab, isDrawerOpen: !(isOpen && wasSelected) });
  return (
    <Tab tab={tab} isMarked={isOpen} isSelected={isSelected} onPress={press}>
      {t(`drawer.tabs.${tab}`)}
      {tab === 'problems' && problems > 0 && (
        <span className="rounded-full bg-error-soft px-1.5 text-xs leading-4 font-medium text-error">{problems}</span>
      )}
      {tab === 'output' && hasOutput && (
        <span className="size-1.5 rounded-full bg-muted">
          <span className="sr-only">{t('drawer.hasOutput')}</span>
        </span>
      )}
    </Tab>
  );
}
