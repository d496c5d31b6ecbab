'use client';

import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { FailureRow, QuestionReply } from '@/core/admin/questions';
import { at } from '@/core/basePath';
import { FLAT_BUTTON, OUTLINE_BUTTON } from '@/components/ui/classes';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { useAdmin, useMay } from '@/components/admin/parts/context';
import { Facts, Verbatim, type Fact } from '@/components/admin/parts/Facts';
import { useCodes } from '@/components/admin/parts/useCodes';
import { UNKNOWN, useFormat } from '@/components/admin/parts/useFormat';
import { Waterfall } from '@/components/admin/parts/Waterfall';
import { short } from '@/components/lib/format';

interface FailureDetailProps {
  readonly row: FailureRow;
  readonly onQuery: (query: string) => void;
  readonly onClose: () => void;
}

/** Why it failed: where its time went, what limits it had, where it ran, and how its output ended. */
export function FailureDetail({ row, onQuery, onClose }: FailureDetailProps) {
  const t = useTranslations('admin');
  const say = useCodes();
  const { ask } = useAdmin();
  const may = useMay('operator');
  const [read, setRead] = useState<QuestionReply<'failure.read'>>();
  const [source, setSource] = useState<string>();
  const [rerun, setRerun] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    if (may)
      void ask('failure.read', { id: row.id }).then((answer) => {
        if (isCurrent && answer.ok) setRead(answer.reply);
      });
    return () => {
      isCurrent = false;
    };
  }, [ask, may, row.id]);
  const detail = read?.detail;
  return (
    <div className="border-t border-line bg-sunken px-4 py-3" data-testid="failure-detail">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-mono break-all">{row.task}</h3>
        <b className="text-warn">{say('task', row.cause)}</b>
        <span className="ml-auto flex flex-wrap gap-1">
          {detail?.hasSources && (
            <>
              <AdminActionButton
                action="failure.rerun"
                args={{ id: row.id }}
                done={t('failures.rerunDone')}
                onShown={setRerun}
              >
                {t('failures.rerun')}
              </AdminActionButton>
              <AdminActionButton
                action="failure.source"
                args={{ id: row.id }}
                question={t('task.sourcesQuestion')}
                onShown={setSource}
              >
                {t('task.showSources')}
              </AdminActionButton>
            </>
          )}
          {may && (
            <a href={at(`/api/admin/failures/${row.id}`)} download className={OUTLINE_BUTTON}>
              {t('failures.download')}
            </a>
          )}
          <button type="button" className={FLAT_BUTTON} aria-label={t('task.closeDetails')} onClick={onClose}>
            <X size={15} aria-hidden />
          </button>
        </span>
      </div>
      {rerun !== undefined && (
        <p className="mt-2">
          {t('failures.runsAs')} <span className="font-mono break-all">{rerun}</span>
        </p>
      )}
      <FailureFacts row={row} detail={detail} />
      {row.source !== undefined && (
        <button type="button" className="mt-2 underline" onClick={() => onQuery(`source:${row.source}`)}>
          {t('failures.sameProgram', { hash: short(row.source) })}
        </button>
      )}
      {detail && <Waterfall timings={detail.ended.timings} />}
      {detail && !detail.hasSources && <p className="mt-2 text-xs text-muted">{t('failures.noSources')}</p>}
      {detail?.tail !== undefined && <Verbatim label={t('failures.tail')}>{detail.tail}</Verbatim>}
      {source !== undefined && <Verbatim label={t('task.showSources')}>{source}</Verbatim>}
    </div>
  );
}

interface FailureFactsProps {
  readonly row: FailureRow;
  readonly detail: QuestionReply<'failure.read'>['detail'] | undefined;
}

function FailureFacts({ row, detail }: FailureFactsProps) {
  const t = useTranslations('admin');
  const say = useCodes();
  const { bytes, dateAndClock, limit, number, seconds } = useFormat();
  const ended = detail?.ended;
  const facts: Fact[] = [
    [t('task.submitted'), dateAndClock(ended?.submittedAtMs)],
    [t('task.ended'), dateAndClock(row.endedAtMs)],
    [t('task.limit'), limit(ended?.durationSeconds)],
    [t('failures.memoryLimit'), bytes(detail?.limits?.memoryBytes)],
    [t('failures.outputLimit'), bytes(detail?.limits?.outputBytes)],
    [t('columns.memory'), bytes(ended?.memoryBytes)],
    [t('columns.cpu'), seconds(ended?.cpuMs === undefined ? undefined : ended.cpuMs / 1000)],
    [t('task.setbacks'), ended ? `${number(ended.halts)}, ${number(ended.restarts)}` : UNKNOWN],
    [t('columns.backend'), row.backend ?? UNKNOWN],
    [t('columns.host'), detail?.worker?.host ?? UNKNOWN],
    [t('columns.versions'), detail?.worker ? `${detail.worker.version}, ${detail.worker.toolchain}` : UNKNOWN],
    [t('columns.client'), row.client],
    [t('task.address'), row.address],
    [t('columns.owner'), say('owner', row.owner)],
  ];
  return <Facts facts={facts} />;
}
