'use client';

import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ExecutionInfoDocument } from '@/core/taskgraph/documentSchema';
import { formatBytes } from '@/components/lib/format';
import { serverText } from '@/components/model/problemText';
import { readHistory, readLog } from './graphsApi';

interface AttemptsProps {
  readonly task: string;
  /** Changes when there may be something new. */
  readonly version: string;
}

/** The attempts of a task, the newest first, each with what it said and used. */
export function Attempts({ task, version }: AttemptsProps) {
  const t = useTranslations('graphs');
  const [attempts, setAttempts] = useState<readonly ExecutionInfoDocument[]>([]);
  useEffect(() => {
    // Whoever closes the task may delete it next.
    const leaving = new AbortController();
    readHistory(task, leaving.signal)
      .then((found) => !leaving.signal.aborted && setAttempts(found))
      .catch(() => undefined);
    return () => leaving.abort();
  }, [task, version]);
  if (attempts.length === 0) return <p className="text-muted">{t('attempts.empty')}</p>;
  return (
    <ol reversed className="flex flex-col gap-2">
      {attempts.map((attempt, i) => <Attempt key={i} task={task} number={i + 1} attempt={attempt} />).reverse()}
    </ol>
  );
}

interface AttemptProps {
  readonly task: string;
  readonly number: number;
  readonly attempt: ExecutionInfoDocument;
}

function Attempt({ task, number, attempt }: AttemptProps) {
  const t = useTranslations('graphs');
  const [log, setLog] = useState<string>();
  const open = () => void readLog(task, number).then(setLog, () => setLog(t('attempts.logFailed')));
  const { worker, time_started, time_terminated, memory_usage, cpu_utilization, measured } = attempt;
  const seconds = time_terminated && (Date.parse(time_terminated) - Date.parse(time_started)) / 1000;
  const facts = [
    worker,
    ...(typeof seconds === 'number' ? [t('attempts.seconds', { seconds })] : []),
    ...(memory_usage.length === 0 ? [] : [formatBytes(most(memory_usage))]),
    ...(cpu_utilization.length === 0 ? [] : [t('attempts.cpu', { share: most(cpu_utilization) })]),
    ...(measured === 'sampled' ? [t('attempts.sampled')] : []),
  ];
  return (
    <li className="rounded-md border border-line p-2">
      <p className="font-medium">
        {t('attempts.title', { number, status: t(`statuses.${attempt.exit_status ?? 'running'}`) })}
        {attempt.exit_code !== undefined && ` (${attempt.exit_code})`}
      </p>
      <p className="text-xs text-muted">{facts.join(' · ')}</p>
      {attempt.reason !== undefined && <p className="text-xs">{serverText(attempt.reason)}</p>}
      <details onToggle={(event) => event.currentTarget.open && open()}>
        <summary className="text-xs text-accent">{t('attempts.log')}</summary>
        <pre className="mt-1 max-h-60 overflow-auto font-mono text-xs whitespace-pre-wrap" tabIndex={0}>
          {log === '' ? t('attempts.noOutput') : log}
        </pre>
      </details>
    </li>
  );
}

function most(values: readonly { readonly value: number }[]): number {
  return Math.max(...values.map(({ value }) => value));
}
