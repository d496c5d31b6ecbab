'use client';

import { useEffect, useState } from 'react';
import type { ExecutionInfoDocument } from '@/core/taskgraph/documentSchema';
import { formatBytes } from '@/components/lib/format';
import { readHistory, readLog } from './graphsApi';

interface AttemptsProps {
  readonly task: string;
  /** Changes when there may be something new. */
  readonly version: string;
}

/** The attempts of a task, the newest first, each with what it said and used. */
export function Attempts({ task, version }: AttemptsProps) {
  const [attempts, setAttempts] = useState<readonly ExecutionInfoDocument[]>([]);
  useEffect(() => {
    let isCurrent = true;
    readHistory(task)
      .then((found) => isCurrent && setAttempts(found))
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [task, version]);
  if (attempts.length === 0) return <p className="text-muted">No attempts yet.</p>;
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
  const [log, setLog] = useState<string>();
  const open = () => void readLog(task, number).then(setLog, () => setLog('Couldn’t load the log.'));
  return (
    <li className="rounded-md border border-line p-2">
      <p className="font-medium">
        Attempt {number}: {attempt.exit_status ?? 'running'}
        {attempt.exit_code !== undefined && ` (${attempt.exit_code})`}
      </p>
      <p className="text-xs text-muted">{factsOf(attempt).join(' · ')}</p>
      {attempt.reason !== undefined && <p className="text-xs">{attempt.reason}</p>}
      <details onToggle={(event) => event.currentTarget.open && open()}>
        <summary className="text-xs text-accent">Log</summary>
        <pre className="mt-1 max-h-60 overflow-auto font-mono text-xs whitespace-pre-wrap" tabIndex={0}>
          {log === '' ? 'No output.' : log}
        </pre>
      </details>
    </li>
  );
}

function factsOf({
  worker,
  time_started,
  time_terminated,
  memory_usage,
  cpu_utilization,
  measured,
}: ExecutionInfoDocument) {
  const most = (values: readonly { readonly value: number }[]) => Math.max(...values.map(({ value }) => value));
  const ran = time_terminated && (Date.parse(time_terminated) - Date.parse(time_started)) / 1000;
  return [
    worker,
    ...(ran === undefined || ran === '' ? [] : [`${ran.toFixed(1)} s`]),
    ...(memory_usage.length === 0 ? [] : [formatBytes(most(memory_usage))]),
    ...(cpu_utilization.length === 0 ? [] : [`${Math.round(100 * most(cpu_utilization))} % CPU`]),
    ...(measured === 'sampled' ? ['sampled'] : []),
  ];
}
