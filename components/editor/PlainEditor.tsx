'use client';

import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { textOf } from '@/components/model/draft';
import { TEST_IDS } from '@/components/lib/testIds';
import { hasManyLines, PlainSession } from './plainSession';

/** A field of the browser's own, for programs that it can lay out without holding up the page. */
export function PlainEditor() {
  const t = useTranslations('editor');
  const workbench = useWorkbench();
  const field = useRef<HTMLTextAreaElement>(null);
  const name = usePlayground(({ draft }) => draft.active);
  const isLong = usePlayground(({ draft }) => hasManyLines(textOf(draft, draft.active)));
  const isRestoring = usePlayground((state) => state.isRestoring);
  const fontSize = usePlayground(({ settings }) => settings.fontSize);

  useEffect(() => {
    const session = field.current && new PlainSession(field.current, workbench);
    return () => session?.dispose();
  }, [workbench, isLong]);

  // Monaco lays out only what is seen, and is here in a moment.
  if (isLong) return null;

  return (
    <textarea
      ref={field}
      data-testid={TEST_IDS.plainEditor}
      aria-label={t('code', { name })}
      className="absolute inset-0 resize-none bg-surface py-2.5 pr-4 pl-[62px] font-mono leading-[1.5] whitespace-pre text-text outline-none max-md:pl-4"
      style={{ fontSize, tabSize: 2 }}
      readOnly={isRestoring}
      spellCheck={false}
      autoCapitalize="off"
      autoCorrect="off"
      defaultValue={textOf(workbench.state.draft, name)}
    />
  );
}
