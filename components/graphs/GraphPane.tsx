'use client';

import { Ban, RotateCcw, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { useConfirm } from '@/components/ui/ConfirmDialog';
import { FLAT_BUTTON } from '@/components/ui/classes';
import { GraphCanvas } from './GraphCanvas';
import { cancelGraph, cancelTask, forgetGraph, retry } from './graphsApi';
import { hasEnded, progressOf, toneOf } from './taskStyle';
import { TaskList } from './TaskList';
import { TaskPanel } from './TaskPanel';
import { useLayout, useLiveGraph } from './useLiveGraph';

interface GraphPaneProps {
  readonly graph: string;
  readonly onOpen: (graph: string | undefined) => void;
  /** When more of it has ended: others show that, too. */
  readonly onProgress: () => void;
  /** Runs something that may be refused, and says so. */
  readonly attempt: (run: () => Promise<void>) => void;
}

/** Many may end at once. */
const PROGRESS_MS = 300;

/** One graph: its drawing, its tasks, and what can be done with all of it. */
export function GraphPane({ graph, onOpen, onProgress, attempt }: GraphPaneProps) {
  const t = useTranslations('graphs');
  const [confirm, confirmDialog] = useConfirm();
  const live = useLiveGraph(graph);
  const layout = useLayout(live);
  const { status, reason, tasks } = useStore(live.store);
  const [chosen, setChosen] = useState<string>();
  /** Whoever goes back to the list finds themselves where they left it. */
  const [last, setLast] = useState<string>();
  const choose = useCallback(
    (id: string | undefined) => {
      setLast(chosen);
      setChosen(id);
    },
    [chosen],
  );
  const list = [...tasks.values()];
  const task = chosen === undefined ? undefined : tasks.get(chosen);
  const isOver = list.length > 0 && list.every(hasEnded);
  const isThere = list.length > 0;
  const hasFailed = list.some((one) => ['failed', 'cancelled'].includes(toneOf(one)));
  const ended = list.filter(hasEnded).length;
  useEffect(() => {
    if (ended === 0) return;
    const timer = setTimeout(onProgress, PROGRESS_MS);
    return () => clearTimeout(timer);
  }, [ended, onProgress]);
  if (status === 'failed' && list.length === 0) {
    return (
      <p role="alert" className="m-auto p-6 text-error">
        {reason}
      </p>
    );
  }
  return (
    <>
      <section aria-label={t('graph.label')} className="flex min-w-0 flex-1 flex-col max-md:min-h-[50vh]">
        <div className="flex min-h-10 flex-wrap items-center gap-x-1 border-b border-line px-3 py-1">
          <p role="status" className="mr-auto">
            {status === 'away' ? t('graph.away') : isThere && t('graph.progress', progressOf(list))}
            {status === 'loading' && t('graph.loading')}
          </p>
          {isThere && !isOver && (
            <button type="button" className={FLAT_BUTTON} onClick={() => attempt(() => cancelGraph(graph))}>
              <Ban size={15} aria-hidden /> {t('graph.cancelAll')}
            </button>
          )}
          {isOver && hasFailed && (
            <button
              type="button"
              className={FLAT_BUTTON}
              onClick={() => attempt(async () => onOpen(await retry('graphs', graph)))}
            >
              <RotateCcw size={15} aria-hidden /> {t('graph.retryFailed')}
            </button>
          )}
          {isOver && (
            <button
              type="button"
              className={FLAT_BUTTON}
              onClick={() =>
                attempt(async () => {
                  if (!(await confirm(t('graph.deleteQuestion'), t('graph.delete')))) return;
                  await live.close();
                  await forgetGraph(graph);
                  onOpen(undefined);
                })
              }
            >
              <Trash2 size={15} aria-hidden /> {t('graph.delete')}
            </button>
          )}
        </div>
        <GraphCanvas live={live} layout={layout} chosen={chosen} onChoose={choose} />
      </section>
      <aside
        aria-label={t('graph.tasks')}
        className="flex w-80 shrink-0 flex-col border-l border-line bg-surface max-md:w-full"
      >
        {task === undefined ? (
          <TaskList tasks={list} last={last} onChoose={choose} />
        ) : (
          <TaskPanel
            task={task}
            onClose={() => choose(undefined)}
            onCancel={() => attempt(() => cancelTask(task.id))}
            onRetry={() => attempt(async () => onOpen(await retry('tasks', task.id)))}
          />
        )}
      </aside>
      {confirmDialog}
    </>
  );
}
