'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ADMIN_LIMITS } from '@/core/admin/limits';
import { inBatches } from '@/components/admin/model/inBatches';
import { OUTLINE_BUTTON } from '@/components/ui/classes';
import { useAdmin, useMay } from './context';

/** Cancels all these tasks, however many, and tells how many it were. */
export function CancelTasks({ tasks }: { readonly tasks: readonly string[] }) {
  const t = useTranslations('admin');
  const { send, say, confirm } = useAdmin();
  const may = useMay('operator');
  const [isBusy, setBusy] = useState(false);
  if (!may || tasks.length === 0) return null;
  const word = t('tasks.cancelAll', { count: tasks.length });
  const run = async () => {
    if (!(await confirm(t('tasks.cancelAllQuestion', { count: tasks.length }), word))) return;
    setBusy(true);
    const { count, error } = await inBatches(tasks, ADMIN_LIMITS.maxTasksAnAction, (batch) =>
      send('task.cancel', { tasks: [...batch] }),
    );
    setBusy(false);
    if (error === undefined) say({ text: t('tasks.cancelled', { count }), isError: false });
    else if (count === 0) say({ text: error, isError: true });
    else say({ text: t('tasks.cancelledSome', { count, failed: tasks.length - count, error }), isError: true });
  };
  return (
    <button type="button" className={OUTLINE_BUTTON} disabled={isBusy} onClick={() => void run()}>
      {word}
    </button>
  );
}
