'use client';

import { DiffEditor } from '@monaco-editor/react';
import type { editor } from 'monaco-editor';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { EDITOR_OPTIONS } from './editorOptions';
import { LANGUAGE, loadComparison, type Versions } from './loadMonaco';
import { THEME, applyTheme } from './monacoTheme';

interface ComparisonProps {
  readonly versions: Versions;
  readonly before: string;
  readonly after: string;
}

/** Two programs side by side, with what differs marked. */
export default function Comparison({ versions, before, after }: ComparisonProps) {
  const t = useTranslations('editor');
  const [condition, setCondition] = useState<'loading' | 'loaded' | 'failed'>('loading');
  useEffect(() => {
    let isGone = false;
    loadComparison(versions).then(
      (monaco) => {
        applyTheme(monaco);
        if (!isGone) setCondition('loaded');
      },
      () => !isGone && setCondition('failed'),
    );
    return () => {
      isGone = true;
    };
  }, [versions]);
  if (condition === 'failed') return <p className="p-4 text-warn">{t('comparisonFailed')}</p>;
  if (condition === 'loading') return <p className="p-4 text-muted">{t('loading')}</p>;
  return (
    <DiffEditor
      original={before}
      modified={after}
      language={LANGUAGE}
      theme={THEME}
      loading={null}
      keepCurrentOriginalModel
      keepCurrentModifiedModel
      onMount={disposeModelsLate}
      options={{ ...EDITOR_OPTIONS, readOnly: true, originalEditable: false, renderOverviewRuler: false }}
    />
  );
}

/** The component would dispose of the models while the editor still shows them, which Monaco takes for an error. */
function disposeModelsLate(editor: editor.IStandaloneDiffEditor): void {
  const models = editor.getModel();
  editor.onDidDispose(() =>
    queueMicrotask(() => {
      models?.original.dispose();
      models?.modified.dispose();
    }),
  );
}
