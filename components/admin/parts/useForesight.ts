import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { ControlChange, Foreseen } from '@/core/admin/leaderQuestion';
import { useAdmin } from './context';
import { UNKNOWN, useFormat } from './useFormat';

type ForeseenRow = Foreseen['rows'][number];

/** What a change would do to those who wait, in a sentence for the question whether to make it. */
export function useForesight(): (change: ControlChange) => Promise<string> {
  const { ask } = useAdmin();
  const t = useTranslations('admin');
  const waits = useWaits();
  const { list } = useFormat();
  return useCallback(
    async (change) => {
      const answer = await ask('queue.foresee', { change });
      if (!answer.ok) return '';
      const changed = answer.reply.rows.filter(isChanged);
      if (changed.length === 0) return t('foresee.nothing');
      const parts = changed.map((row) =>
        t('foresee.class', { class: row.taskClass, before: waits(row.before), after: waits(row.after) }),
      );
      return t('foresee.waits', { list: list(parts) });
    },
    [ask, t, waits, list],
  );
}

/** The wait of a class, as it is foreseen. */
export function useWaits(): (waits: ForeseenRow['before']) => string {
  const t = useTranslations('admin');
  const { seconds } = useFormat();
  return useCallback(
    ({ medianSeconds, stuck }) => {
      const known = medianSeconds === undefined ? undefined : seconds(medianSeconds);
      if (stuck === 0) return known ?? UNKNOWN;
      const held = t('foresee.stuck', { count: stuck });
      return known === undefined ? held : `${known}, ${held}`;
    },
    [t, seconds],
  );
}

/** A tenth of a second is no difference. */
export function isChanged({ before, after }: ForeseenRow): boolean {
  const tenths = (value: number | undefined) => (value === undefined ? -1 : Math.round(value * 10));
  return (
    before.stuck !== after.stuck ||
    tenths(before.medianSeconds) !== tenths(after.medianSeconds) ||
    tenths(before.longestSeconds) !== tenths(after.longestSeconds)
  );
}
