'use client';

import { usePlayground } from '@/components/workbench/context';
import { TEST_IDS } from '@/components/lib/testIds';

/** Says what happens to those who do not see it, without taking the focus. */
export function Announcer() {
  const announcement = usePlayground((state) => state.announcement);
  return (
    <div role="status" aria-live="polite" className="sr-only" data-testid={TEST_IDS.announcer}>
      {announcement}
    </div>
  );
}
