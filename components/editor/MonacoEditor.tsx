'use client';

import { Editor } from '@monaco-editor/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useWorkbench } from '@/components/workbench/context';
import { TEST_IDS } from '@/components/lib/testIds';
import { EDITOR_OPTIONS } from './editorOptions';
import { EditorSession } from './editorSession';
import { loadMonaco, type MonacoModule, type Versions } from './loadMonaco';
import { THEME } from './monacoTheme';

interface MonacoEditorProps {
  readonly versions: Versions;
  readonly onReady: () => void;
}

/** Monaco, when it has been loaded; until then nothing, and the plain field below it is in use. */
export default function MonacoEditor({ versions, onReady }: MonacoEditorProps) {
  const t = useTranslations('editor');
  const workbench = useWorkbench();
  const keyMapLine = useRef<HTMLDivElement>(null);
  const session = useRef<EditorSession>(undefined);
  const [condition, setCondition] = useState<'loading' | 'loaded' | 'failed'>('loading');

  useEffect(() => {
    let isGone = false;
    const turn = (next: 'loaded' | 'failed') => () => !isGone && setCondition(next);
    // A draft that is about to come would otherwise be something to undo.
    Promise.all([loadMonaco(versions), workbench.restored]).then(turn('loaded'), turn('failed'));
    return () => {
      isGone = true;
    };
  }, [versions, workbench]);
  useEffect(() => () => session.current?.dispose(), []);

  const mount = useCallback(
    (editor: ReturnType<MonacoModule['editor']['create']>, monaco: MonacoModule) => {
      if (keyMapLine.current === null) return;
      // Not somebody who is busy elsewhere, in the shell say.
      const hadFocus = document.activeElement?.matches(`[data-testid=${TEST_IDS.plainEditor}]`) ?? false;
      session.current = new EditorSession(monaco, editor, keyMapLine.current, workbench);
      onReady();
      if (hadFocus) session.current.focus();
    },
    [workbench, onReady],
  );

  return (
    <div className="pointer-events-none absolute inset-0 flex flex-col">
      <div data-testid={TEST_IDS.editor} className="pointer-events-auto min-h-0 flex-1 empty:pointer-events-none">
        {condition === 'loaded' && (
          // The session shows the models of the draft's files; this one is there for a moment only.
          <Editor path="asyground:nothing" theme={THEME} loading={null} options={EDITOR_OPTIONS} onMount={mount} />
        )}
      </div>
      <div
        ref={keyMapLine}
        hidden
        data-testid={TEST_IDS.keyMapLine}
        className="pointer-events-auto min-h-6 shrink-0 border-t border-line bg-background px-3 py-0.5 font-mono text-xs"
      />
      {condition === 'failed' && (
        <p role="status" className="absolute inset-x-0 bottom-0 border-t border-line bg-warn-soft px-3 py-1 text-warn">
          {t('editorFailed')}{' '}
          <button type="button" className="pointer-events-auto underline" onClick={() => window.location.reload()}>
            {t('reloadPage')}
          </button>
        </p>
      )}
    </div>
  );
}
