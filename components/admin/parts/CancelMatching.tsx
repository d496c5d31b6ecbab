'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { OUTLINE_BUTTON } from '@/components/ui/classes';
import { useAdmin, useMay } from './context';

/** Cancels everything in the queue that matches, however much is listed: the leader counts it before and after. */
export function CancelMatching({ query }: { readonly query: string }) {
  const t = useTranslations('admin');
  const { ask, send, say, confirm } = useAdmin();
  const may = useMay('operator');
  const [isBusy, setBusy] = useState(false);
  if (!may || query.trim() === '') return null;
  const run = async () => {
    const counted = await ask('tasks.count', { query });
    if (!counted.ok) return say({ text: counted.error, isError: true });
    const count = counted.reply.waiting + counted.reply.running;
    if (count === 0) return say({ text: t('tasks.noneToCancel'), isError: false });
    if (!(await confirm(t('tasks.cancelAllQuestion', { count, ...counted.reply }), t('tasks.cancelAll')))) return;
    const answer = await send('task.cancelMatching', { query });
    if (!answer.ok) return say({ text: answer.error, isError: true });
    const after = await ask('tasks.count', { query });
    const left = after.ok ? after.reply.waiting + after.reply.running : 0;
    say({ text: t('tasks.cancelled', { count: Number(answer.shown ?? 0), left }), isError: false });
  };
  return (
    <button
      type="button"
      className={OUTLINE_BUTTON}
      disabled={isBusy}
      onClick={() => {
        setBusy(true);
        void run().finally(() => setBusy(false));
      }}
    >
      {t('tasks.cancelAll')}
    </button>
  );
}
