'use client';

import { Megaphone } from 'lucide-react';
import { usePlayground } from '@/components/workbench/context';
import { TEST_IDS } from '@/components/lib/testIds';

/** What an administrator tells every open page. It stays until it is taken back. */
export function SystemNotice() {
  const words = usePlayground((state) => state.systemNotice);
  return (
    <div role="status" data-testid={TEST_IDS.systemNotice}>
      {words !== undefined && (
        <p className="flex items-center gap-2 border-b border-line bg-warn-soft px-4 py-1.5 text-warn">
          <Megaphone size={15} className="shrink-0" aria-hidden />
          {words}
        </p>
      )}
    </div>
  );
}
