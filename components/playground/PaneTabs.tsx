'use client';

import { useTranslations } from 'use-intl';
import { usePlayground, useWorkbench } from '@/components/workbench/context';

/** On a phone: which of the two panes is on the screen. */
export function PaneTabs() {
  const t = useTranslations('playground');
  const { gateway } = useWorkbench();
  const pane = usePlayground(({ layout }) => layout.pane);
  return (
    <div className="pane-tabs h-10 border-b border-line bg-background" role="group" aria-label={t('panes.label')}>
      {(['code', 'picture'] as const).map((id) => (
        <button
          key={id}
          type="button"
          aria-pressed={pane === id}
          className="flex-1 border-b-2 border-transparent text-muted aria-pressed:border-accent aria-pressed:font-medium aria-pressed:text-text"
          onClick={() => gateway.layout.arrange({ pane: id })}
        >
          {t(`panes.${id}`)}
        </button>
      ))}
    </div>
  );
}
