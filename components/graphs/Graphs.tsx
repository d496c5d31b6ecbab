'use client';

import { FileJson, FolderOpen, Play, Workflow } from 'lucide-react';
import { useRouter, useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { GraphSummary } from '@/core/taskgraph/serviceSchema';
import { lookAtDraft } from '@/components/persistence/browserDrafts';
import { browserStorage } from '@/components/lib/browserStorage';
import { readSettings } from '@/components/model/settings';
import { ErrorBoundary } from '@/components/ui/ErrorBoundary';
import { OUTLINE_BUTTON, PRIMARY_BUTTON } from '@/components/ui/classes';
import { chooseJson } from './chooseJson';
import { GraphList } from './GraphList';
import { GraphPane } from './GraphPane';
import { createGraph, listGraphs } from './graphsApi';
import { projectGraph } from './projectGraph';
import { at } from '@/core/basePath';

/** The page of task graphs: those of this session, and one of them, live. */

const LIST_AGAIN_MS = 5000;

export function Graphs() {
  const t = useTranslations('graphs');
  const router = useRouter();
  const chosen = useSearchParams().get('graph') ?? undefined;
  const [graphs, setGraphs] = useState<readonly GraphSummary[]>([]);
  const [problem, setProblem] = useState<string>();

  const list = useCallback(() => {
    if (!document.hidden) listGraphs().then(setGraphs, () => undefined);
  }, []);
  useEffect(() => {
    list();
    const timer = setInterval(list, LIST_AGAIN_MS);
    return () => clearInterval(timer);
  }, [list]);

  const open = (graph: string | undefined) => {
    router.push(graph === undefined ? '/graphs' : `/graphs?graph=${graph}`);
    list();
  };
  const attempt = (run: () => Promise<void>) => {
    setProblem(undefined);
    run().catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
  };
  const fromProject = async () => {
    const draft = await lookAtDraft();
    if (draft === undefined) throw new Error(t('errors.noProject'));
    open(await createGraph(projectGraph(draft, readSettings(browserStorage('localStorage')))));
  };
  const fromFile = async () => {
    const body = await chooseJson();
    if (body !== undefined) open(await createGraph(body));
  };
  const fromExample = async () => open(await createGraph(JSON.parse(EXAMPLE)));

  return (
    <main className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-6 py-2">
        <h1 className="text-2xl font-semibold">{t('title')}</h1>
        <a href={at('/api/v1/docs')} className="mr-auto text-accent underline max-sm:mr-0 max-sm:ml-auto">
          {t('api')}
        </a>
        <button type="button" className={OUTLINE_BUTTON} onClick={() => attempt(fromProject)}>
          <FolderOpen size={15} aria-hidden /> {t('renderAll')}
        </button>
        <button type="button" className={OUTLINE_BUTTON} onClick={() => attempt(fromFile)}>
          <FileJson size={15} aria-hidden /> {t('openJson')}
        </button>
      </div>
      <p role="alert" className="bg-error-soft text-error empty:hidden not-empty:px-3 not-empty:py-1.5">
        {problem}
      </p>
      <div className="flex min-h-0 flex-1 max-md:flex-col max-md:overflow-y-auto">
        <div className="flex w-56 shrink-0 flex-col border-r border-line bg-surface max-md:max-h-36 max-md:w-full max-md:border-r-0 max-md:border-b">
          <GraphList graphs={graphs} chosen={chosen} onChoose={open} />
        </div>
        {chosen === undefined ? (
          <Nothing isFirst={graphs.length === 0} onRun={() => attempt(fromExample)} />
        ) : (
          <ErrorBoundary key={chosen} what={t('theGraph')}>
            <GraphPane graph={chosen} onOpen={open} onProgress={list} attempt={attempt} />
          </ErrorBoundary>
        )}
      </div>
    </main>
  );
}

interface NothingProps {
  /** There are none to choose from either. */
  readonly isFirst: boolean;
  readonly onRun: () => void;
}

function Nothing({ isFirst, onRun }: NothingProps) {
  const t = useTranslations('graphs');
  return (
    <div className="m-auto w-full max-w-lg p-6 text-muted max-md:mt-0">
      <Workflow size={28} strokeWidth={1.5} aria-hidden className="mb-3 text-accent" />
      {isFirst && <h2 className="mb-2 text-base font-semibold text-text">{t('intro.title')}</h2>}
      <p className="mb-2">{t('intro.what')}</p>
      <p className="mb-3">{t('intro.how')}</p>
      <pre
        className="overflow-x-auto rounded-md border border-line bg-surface p-3 font-mono text-xs text-text"
        tabIndex={0}
        aria-label={t('intro.example')}
      >
        {EXAMPLE}
      </pre>
      <button type="button" className={`${PRIMARY_BUTTON} mt-3`} onClick={onRun}>
        <Play size={15} aria-hidden /> {t('intro.run')}
      </button>
    </div>
  );
}

const EXAMPLE = `{ "tasks": {
  "circle": {
    "command": { "render": {
      "files": { "a.asy": "size(3cm); draw(unitcircle);" },
      "main": "a.asy" } },
    "continuations": ["all drawn"] },
  "all drawn": {} } }`;
