'use client';

import { useState } from 'react';
import { ADMIN_LIMITS } from '@/core/admin/limits';
import { inBatches } from '@/components/admin/model/inBatches';
import { plural } from '@/components/lib/format';
import { OUTLINE_BUTTON } from '@/components/ui/classes';
import { useAdmin, useMay } from './context';

/** Cancels all these tasks, however many, and tells how many it were. */
export function CancelTasks({ tasks }: { readonly tasks: readonly string[] }) {
  const { send, say, confirm } = useAdmin();
  const may = useMay('operator');
  const [isBusy, setBusy] = useState(false);
  if (!may || tasks.length === 0) return null;
  const word = `Cancel all ${tasks.length} shown`;
  const run = async () => {
    if (!(await confirm(`Cancel ${plural(tasks.length, 'queued or running task')}?`, word))) return;
    setBusy(true);
    const { count, error } = await inBatches(tasks, ADMIN_LIMITS.maxTasksAnAction, (batch) =>
      send('task.cancel', { tasks: batch }),
    );
    setBusy(false);
    const done = `${plural(count, 'task')} cancelled.`;
    if (error === undefined) say({ text: done, isError: false });
    else
      say({
        text: count === 0 ? error : `${done} ${plural(tasks.length - count, 'task')} failed: ${error}`,
        isError: true,
      });
  };
  return (
    <button type="button" className={OUTLINE_BUTTON} disabled={isBusy} onClick={() => void run()}>
      {word}
    </button>
  );
}
