'use client';

import { useEffect, useRef, useState } from 'react';
import { useWorkbench } from '@/components/playground/context';
import { TEST_IDS } from '@/components/testIds';
import { EditorSession } from './editorSession';
import { loadMonaco, type Versions } from './loadMonaco';

interface MonacoEditorProps {
  readonly versions: Versions;
  readonly onReady: () => void;
}

export function MonacoEditor({ versions, onReady }: MonacoEditorProps) {
  const workbench = useWorkbench();
  const container = useRef<HTMLDivElement>(null);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    let session: EditorSession | undefined;
    let isGone = false;
    loadMonaco(versions).then(
      (monaco) => {
        if (isGone || container.current === null) return;
        // A draft that is about to come would otherwise be something to undo.
        const hadFocus = document.activeElement?.tagName === 'TEXTAREA';
        session = new EditorSession(monaco, container.current, workbench);
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
    <>
      <div ref={container} data-testid={TEST_IDS.editor} className="absolute inset-0 empty:pointer-events-none" />
      {hasFailed && (
        <p role="status" className="absolute inset-x-0 bottom-0 border-t border-line bg-warn-soft px-3 py-1 text-warn">
          The full editor could not be loaded. This plain one works; reload to try again.
        </p>
      )}
    </>
  );
}
