'use client';

import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { fixOf, fixText, problemFile, problemText } from '@/components/model/problemText';
import { isCalm, problemsOf } from '@/components/model/state';
import { TEST_IDS } from '@/components/lib/testIds';
import type { Problem } from '@/core/diagnostics/problems';

export function ProblemsPanel() {
  const t = useTranslations('playground');
  const report = usePlayground((state) => state.report);
  const problems = usePlayground(problemsOf);
  if (problems.length === 0) {
    const words = report?.words;
    return (
      <div className="px-4 py-3 text-muted">
        {words?.kind === 'failed' ? (
          <>
            <p className="font-medium text-text">{words.title}</p>
            <p>{words.advice ?? t('problems.seeOutput')}</p>
          </>
        ) : (
          <p>{t('problems.none')}</p>
        )}
      </div>
    );
  }
  return (
    <ul className="h-full overflow-auto py-1" aria-label={t('drawer.tabs.problems')}>
      {problems.map((problem, index) => (
        <ProblemRow key={index} problem={problem} />
      ))}
    </ul>
  );
}

function ProblemRow({ problem }: { readonly problem: Problem }) {
  const t = useTranslations('playground');
  const { severity, place } = problem;
  const workbench = useWorkbench();
  const isTyping = usePlayground(isCalm);
  const fix = fixOf(problem);
  const isFixable = fix !== undefined && (place !== undefined || fix.kind === 'begin');
  const isError = severity === 'error';
  const Icon = isError ? CircleAlert : TriangleAlert;
  const color = isError ? 'text-error' : 'text-warn';
  const content = (
    <>
      <Icon size={15} strokeWidth={1.75} aria-hidden className={`mt-0.5 shrink-0 ${isTyping ? 'text-muted' : color}`} />
      <span className="sr-only">{isError ? t('problems.error') : t('problems.warning')} </span>
      <span className="min-w-0 break-words">
        {problemText(problem)}{' '}
        <span className="ml-1 font-mono text-xs whitespace-nowrap text-muted">
          {place ? `${place.file}:${place.line}:${place.column}` : problemFile(problem)}
        </span>
      </span>
    </>
  );
  const look = 'flex min-h-7 w-full items-start gap-2 px-4 py-1 text-left';
  return (
    <li data-testid={TEST_IDS.problem} className="flex items-start">
      {place ? (
        <button type="button" className={`${look} hover:bg-hover`} onClick={() => workbench.editor.reveal(place)}>
          {content}
        </button>
      ) : (
        <div className={look}>{content}</div>
      )}
      {isFixable && (
        <button
          type="button"
          className="mx-2 my-0.5 min-h-6 shrink-0 rounded-md border border-line px-2 text-xs hover:border-edge hover:bg-hover"
          onClick={() => workbench.editor.apply(fix, place)}
        >
          {fixText(fix)}
        </button>
      )}
    </li>
  );
}
