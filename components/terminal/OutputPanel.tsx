'use client';

import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { usePlayground } from '@/components/workbench/context';
import { TEST_IDS } from '@/components/lib/testIds';

/** What the program wrote, as it comes. Follows the end unless one has scrolled away from it. */
export function OutputPanel() {
  const t = useTranslations('terminal');
  const output = usePlayground((state) => state.output);
  const area = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    if (isAtEnd.current && area.current) area.current.scrollTop = area.current.scrollHeight;
  }, [output]);
  if (output === '') return <p className="px-4 py-3 text-muted">{t('noOutput')}</p>;
  return (
    <pre
      ref={area}
      tabIndex={0}
      aria-label={t('output')}
      role="region"
      data-testid={TEST_IDS.output}
      className="h-full overflow-auto px-4 py-2 font-mono text-xs leading-5 whitespace-pre-wrap"
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 4;
      }}
    >
      {output}
    </pre>
  );
}
