'use client';

import { useTranslations } from 'use-intl';
import { useWorkbench } from '@/components/workbench/context';
import { PANES, focusPane } from '@/components/workbench/panes';

/** The first things that Tab finds; seen only while they have the focus. */
export function SkipLinks() {
  const t = useTranslations('playground');
  const workbench = useWorkbench();
  return (
    <nav aria-label={t('skip.label')} className="absolute top-0 left-0 z-50">
      {PANES.map((id) => (
        <a
          key={id}
          href={`#pane-${id}`}
          className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:rounded-md focus:border focus:border-edge focus:bg-raised focus:px-3 focus:py-2 focus:whitespace-nowrap"
          onClick={(event) => {
            event.preventDefault();
            focusPane(workbench, id);
          }}
        >
          {t(`skip.${id}`)}
        </a>
      ))}
    </nav>
  );
}
