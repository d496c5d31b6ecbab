'use client';

import { useEffect, useRef, useState } from 'react';
import { useWorkbench } from '@/components/workbench/context';
import { TEST_IDS } from '@/components/lib/testIds';
import { EditorSession } from './editorSession';
import { loadMonaco, type Versions } from './loadMonaco';

interface MonacoEditorProps {
  readonly versions: Versions;
  readonly onReady: () => void;
}

export function MonacoEditor({ versions, onReady }: MonacoEditorProps) {
  const workbench = useWorkbench();
  const container = useRef<HTMLDivElement>(null);
  const keyMapLine = useRef<HTMLDivElement>(null);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    let session: EditorSession | undefined;
    let isGone = false;
    // A draft that is about to come would otherwise be something to undo.
    Promise.all([loadMonaco(versions), workbench.restored]).then(
      ([monaco]) => {
        if (isGone || container.current === null || keyMapLine.current === null) return;
        // Not somebody who is busy elsewhere, in the shell say.
        const hadFocus = document.activeElement?.matches(`[data-testid=${TEST_IDS.plainEditor}]`) ?? false;
        session = new EditorSession(monaco, container.current, keyMapLine.current, workbench);
        onReady();
        if (hadFocus) session.focus();
      },
      () => setFailed(true),
    );
    return () => {
      isGone = true;
      session?.dispose();
    };
  }, [versions, workbench, onReady]);

  return (
    <div className="pointer-events-none absolute inset-0 flex flex-col">
      <div
        ref={container}
        data-testid={TEST_IDS.editor}
        className="pointer-events-auto min-h-0 flex-1 empty:pointer-events-none"
      />
      <div
        ref={keyMapLine}
        hidden
        data-testid={TEST_IDS.keyMapLine}
        className="pointer-events-auto min-h-6 shrink-0 border-t border-line bg-background px-3 py-0.5 font-mono text-xs"
      />
      {hasFailed && (
        <p role="status" className="absolute inset-x-0 bottom-0 border-t border-line bg-warn-soft px-3 py-1 text-warn">
          The full editor could not be loaded. This plain one works.{' '}
          <button type="button" className="pointer-events-auto underline" onClick={() => window.location.reload()}>
            Reload the page
          </button>
        </p>
      )}
    </div>
  );
}
