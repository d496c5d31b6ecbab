'use client';

import { usePlayground } from '@/components/playground/context';
import { TEST_IDS } from '@/components/testIds';

/** Says what happens to those who do not see it, without taking the focus. */
export function Announcer() {
  const announcement = usePlayground((state) => state.announcement);
  return (
    <div role="status" aria-live="polite" className="sr-only" data-testid={TEST_IDS.announcer}>
      {announcement}
    </div>
  );
}
