'use client';

import { DiffEditor } from '@monaco-editor/react';
import { useEffect, useState } from 'react';
import { EDITOR_OPTIONS } from './editorSession';
import { LANGUAGE, loadMonaco, type Versions } from './loadMonaco';
import { THEME, applyTheme } from './monacoTheme';

interface ComparisonProps {
  readonly versions: Versions;
  readonly before: string;
  readonly after: string;
}

/** Two programs side by side, with what differs marked. */
export default function Comparison({ versions, before, after }: ComparisonProps) {
  const [condition, setCondition] = useState<'loading' | 'loaded' | 'failed'>('loading');
  useEffect(() => {
    let isGone = false;
    loadMonaco(versions).then(
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
  if (condition === 'failed') return <p className="p-4 text-warn">The comparison could not be loaded.</p>;
  if (condition === 'loading') return <p className="p-4 text-muted">Loading</p>;
  return (
    <DiffEditor
      original={before}
      modified={after}
      language={LANGUAGE}
      theme={THEME}
      loading={null}
      options={{ ...EDITOR_OPTIONS, readOnly: true, originalEditable: false, renderOverviewRuler: false }}
    />
  );
}
