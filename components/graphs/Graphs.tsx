'use client';

import { FileJson, FolderOpen } from 'lucide-react';
import Link from 'next/link';
import { useRouter, useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useState } from 'react';
import type { GraphSummary } from '@/core/taskgraph/serviceSchema';
import { lookAtDraft } from '@/components/drafts/browserDrafts';
import { OUTLINE_BUTTON } from '@/components/ui/classes';
import { chooseJson } from './chooseJson';
import { GraphList } from './GraphList';
import { GraphPane } from './GraphPane';
import { createGraph, listGraphs } from './graphsApi';
import { projectGraph } from './projectGraph';

/** The page of task graphs: those of this session, and one of them, live. */

const LIST_AGAIN_MILLISECONDS = 5000;

export function Graphs() {
  const router = useRouter();
  const chosen = useSearchParams().get('graph') ?? undefined;
  const [graphs, setGraphs] = useState<readonly GraphSummary[]>([]);
  const [problem, setProblem] = useState<string>();

  const list = useCallback(() => {
    if (!document.hidden) listGraphs().then(setGraphs, () => undefined);
  }, []);
  useEffect(() => {
    list();
    const timer = setInterval(list, LIST_AGAIN_MILLISECONDS);
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
    if (draft === undefined) throw new Error('There is no project in this browser yet. Write one in the playground.');
    open(await createGraph(projectGraph(draft)));
  };
  const fromFile = async () => {
    const body = await chooseJson();
    if (body !== undefined) open(await createGraph(body));
  };

  return (
    <div className="flex h-dvh flex-col">
      <header className="flex min-h-12 flex-wrap items-center gap-3 border-b border-line px-3 py-1">
        <Link href="/" className="text-accent underline">
          Playground
        </Link>
        <h1 className="mr-auto text-[15px] font-semibold">Task graphs</h1>
        <button type="button" className={OUTLINE_BUTTON} onClick={() => attempt(fromProject)}>
          <FolderOpen size={15} aria-hidden /> Draw all files of the project
        </button>
        <button type="button" className={OUTLINE_BUTTON} onClick={() => attempt(fromFile)}>
          <FileJson size={15} aria-hidden /> From a JSON file
        </button>
        <a href="/api/v1/docs" className="text-accent underline">
          API
        </a>
      </header>
      <p role="alert" className="bg-error-soft text-error empty:hidden not-empty:px-3 not-empty:py-1.5">
        {problem}
      </p>
      <main className="flex min-h-0 flex-1 max-md:flex-col max-md:overflow-y-auto">
        <div className="flex w-56 shrink-0 flex-col border-r border-line bg-surface max-md:w-full">
          <GraphList graphs={graphs} chosen={chosen} onChoose={open} />
        </div>
        {chosen === undefined ? <Nothing /> : <GraphPane key={chosen} graph={chosen} onOpen={open} attempt={attempt} />}
      </main>
    </div>
  );
}

function Nothing() {
  return (
    <div className="m-auto max-w-md p-6 text-muted">
      <p className="mb-2">
        A graph is a set of tasks that wait for each other: figures of a book, say, that share data which another
        program makes first.
      </p>
      <p>
        Draw all files of the project that is open in the playground, bring a graph as JSON, or choose one on the left.
      </p>
    </div>
  );
}
