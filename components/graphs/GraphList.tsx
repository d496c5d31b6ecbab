'use client';

import { useLocale, useTranslations } from 'use-intl';
import type { GraphSummary } from '@/core/taskgraph/serviceSchema';
import { TEST_IDS } from '@/components/lib/testIds';

interface GraphListProps {
  readonly graphs: readonly GraphSummary[];
  readonly chosen: string | undefined;
  readonly onChoose: (graph: string) => void;
}

/** The graphs of this session, the newest first. */
export function GraphList({ graphs, chosen, onChoose }: GraphListProps) {
  const t = useTranslations('graphs');
  const times = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <nav aria-label={t('list.label')} className="min-h-0 flex-1 overflow-y-auto" data-testid={TEST_IDS.graphList}>
      {graphs.length === 0 && <p className="px-3 py-2 text-muted">{t('list.empty')}</p>}
      <ul>
        {graphs.map(({ id, tasks, states, created_at }) => {
          const ended = (states.terminated ?? 0) + (states.cancelled ?? 0);
          return (
            <li key={id}>
              <button
                type="button"
                aria-current={id === chosen ? 'true' : undefined}
                className="w-full px-3 py-1.5 text-left hover:bg-hover aria-[current=true]:bg-accent-soft"
                onClick={() => onChoose(id)}
              >
                <span className="block font-medium">
                  {ended === tasks
                    ? t('list.finished', { count: tasks })
                    : t('list.unfinished', { count: tasks, ended })}
                </span>
                <time className="block text-xs text-muted" dateTime={created_at} suppressHydrationWarning>
                  {times.format(new Date(created_at))}
                </time>
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
