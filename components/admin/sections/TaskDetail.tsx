'use client';

import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FLAT_BUTTON } from '@/components/ui/classes';
import { tasksBefore, whyWaiting } from '@/components/admin/model/whyWaiting';
import { usePart } from '@/components/admin/parts/context';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { Elapsed } from '@/components/admin/parts/Elapsed';
import { Facts, Verbatim, type Fact } from '@/components/admin/parts/Facts';
import type { TaskRow } from '@/components/admin/model/taskRows';
import { useCodes } from '@/components/admin/parts/useCodes';
import { Waterfall } from '@/components/admin/parts/Waterfall';
import { UNKNOWN, useFormat } from '@/components/admin/parts/useFormat';

interface TaskDetailProps {
  readonly row: TaskRow;
  readonly onClose: () => void;
}

/** The story of one task: its times, where they went, what limits it had. Its sources only if asked for. */
export function TaskDetail({ row, onClose }: TaskDetailProps) {
  const t = useTranslations('admin');
  const say = useCodes();
  const { bytes, clock, limit, number, seconds } = useFormat();
  const [source, setSource] = useState<string>();
  const facts: Fact[] = [
    [t('task.submitted'), clock(row.submittedAtMs)],
    [t('task.started'), clock(row.startedAtMs)],
    [t('task.ended'), clock(row.endedAtMs)],
    [t('task.limit'), limit(row.durationSeconds)],
    [t('task.estimate'), seconds(row.estimateSeconds)],
    [t('task.setbacks'), `${number(row.halts)}, ${number(row.restarts)}`],
    [t('task.startMode'), row.startMode === undefined ? UNKNOWN : say('startMode', row.startMode)],
    [t('columns.memory'), bytes(row.memoryBytes)],
    [t('columns.cpu'), seconds(row.cpuMs === undefined ? undefined : row.cpuMs / 1000)],
    [t('columns.client'), row.client],
    [t('task.address'), row.address],
    [t('columns.owner'), say('owner', row.owner)],
  ];
  return (
    <div className="border-t border-line bg-sunken px-4 py-3" data-testid="task-detail">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-mono break-all">{row.id}</h3>
        <span>{say('task', row.state)}</span>
        <span className="ml-auto flex flex-wrap gap-1">
          {row.isLive && (
            <AdminActionButton
              action="task.cancel"
              args={{ tasks: [row.id] }}
              question={t('task.cancelQuestion')}
              done={t('task.cancelled')}
            >
              {t('task.cancel')}
            </AdminActionButton>
          )}
          {row.isLive && row.owner === 'detached' && row.state === 'running' && (
            <AdminActionButton action="task.requeue" args={{ tasks: [row.id] }} done={t('task.requeued')}>
              {t('task.requeue')}
            </AdminActionButton>
          )}
          {row.isLive && (
            <AdminActionButton
              action="task.source"
              args={{ task: row.id }}
              question={t('task.sourcesQuestion')}
              onShown={setSource}
            >
              {t('task.showSources')}
            </AdminActionButton>
          )}
          <AdminActionButton
            action="client.block"
            args={{ who: row.client }}
            question={t('task.blockQuestion', { who: row.client })}
            done={t('clients.blocked', { who: row.client })}
          >
            {t('task.blockClient')}
          </AdminActionButton>
          <button type="button" className={FLAT_BUTTON} aria-label={t('task.closeDetails')} onClick={onClose}>
            <X size={15} aria-hidden />
          </button>
        </span>
      </div>
      <WhyWaiting row={row} />
      <Facts facts={facts} />
      <Waterfall timings={row.timings}>
        {t.rich('task.totalTime', { time: () => <Elapsed fromMs={row.submittedAtMs} toMs={row.endedAtMs} /> })}
      </Waterfall>
      {source !== undefined && <Verbatim label={t('task.showSources')}>{source}</Verbatim>}
    </div>
  );
}

function WhyWaiting({ row }: { readonly row: TaskRow }) {
  const t = useTranslations('admin');
  const say = useCodes();
  const queue = usePart('queue', ({ classes, backends, levels, tasks }) => ({ classes, backends, levels, tasks }));
  const why = queue && whyWaiting(row, queue);
  if (queue === undefined || why === undefined) return null;
  const { ahead, running } = tasksBefore(row, queue.tasks);
  return (
    <>
      <p className="mt-2 font-medium" data-testid="why-waiting">
        {t.rich('task.waitsFor', { time: () => <Elapsed fromMs={row.submittedAtMs} /> })}{' '}
        {say('waiting', why.code, why.values)}
      </p>
      {ahead.length > 0 && <p>{t('task.ahead', { tasks: ahead.join(', ') })}</p>}
      {running.length > 0 && <p>{t('task.runningNow', { tasks: running.join(', ') })}</p>}
    </>
  );
}
