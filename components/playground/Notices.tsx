'use client';

import { useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { TEST_IDS } from '@/components/lib/testIds';
import { Toasts } from '@/components/ui/Toasts';

/** What was just done or could not be done, with a way back where there is one. */
export default function Notices() {
  const t = useTranslations('playground');
  const { gateway } = useWorkbench();
  const notices = usePlayground((state) => state.notices);
  const items = useMemo(
    () =>
      notices.map(({ id, text, undo, offer }) => {
        const title = undo ? t('notices.undo') : offer?.title;
        return { id, text, action: title === undefined ? undefined : { title, run: () => gateway.layout.act(id) } };
      }),
    [notices, gateway, t],
  );
  const close = useCallback((id: string) => gateway.layout.dismissNotice(id), [gateway]);
  return <Toasts label={t('notices.label')} items={items} onClose={close} testId={TEST_IDS.notice} />;
}
