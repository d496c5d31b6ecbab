'use client';

import { useCallback, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { DataFileView } from './DataFileView';
import { FileTabs } from './FileTabs';
import { ErrorBoundary } from '@/components/ui/ErrorBoundary';
import { lazyPart } from '@/components/ui/lazyPart';
import { IS_PHONE, IS_TABBED, useLatch, useMediaQuery } from '@/components/lib/useMediaQuery';
import { usePlayground } from '@/components/workbench/context';
import { Sliders } from './Sliders';
import type { Versions } from './loadMonaco';
import { PlainEditor } from './PlainEditor';

const MonacoEditor = lazyPart('fullEditor', () => import('./MonacoEditor'));
const CodeMirrorEditor = lazyPart('fullEditor', () => import('./CodeMirrorEditor'));

interface CodePaneProps {
  readonly versions: Versions;
  /** What is taught, above the code it is about. */
  readonly lesson: ReactNode;
}

/**
 * The code. A plain field is there from the first paint on and can be typed in at once; Monaco takes its place when it
 * has loaded, or CodeMirror on a phone, where Monaco does not work: there not before the code is looked at.
 */
export function CodePane({ versions, lesson }: CodePaneProps) {
  const t = useTranslations('editor');
  const isPhone = useMediaQuery(IS_PHONE);
  const isTabbed = useMediaQuery(IS_TABBED);
  const isShown = useLatch(usePlayground(({ layout }) => layout.pane === 'code') || isTabbed === false);
  const [ready, setReady] = useState<'monaco' | 'codemirror'>();
  const monacoReady = useCallback(() => setReady('monaco'), []);
  const codeMirrorReady = useCallback(() => setReady('codemirror'), []);
  return (
    <section id="pane-code" aria-label={t('pane')} tabIndex={-1} className="flex h-full flex-col bg-surface">
      <ErrorBoundary what={t('part')}>
        <FileTabs />
        {lesson}
        <div className="relative min-h-0 flex-1">
          {ready !== (isPhone ? 'codemirror' : 'monaco') && <PlainEditor />}
          <DataFileView />
          {isPhone === true && isShown && <CodeMirrorEditor language={versions.language} onReady={codeMirrorReady} />}
          {isPhone === false && <MonacoEditor versions={versions} onReady={monacoReady} />}
        </div>
        <ErrorBoundary what={t('sliders')}>{!isPhone && <Sliders />}</ErrorBoundary>
      </ErrorBoundary>
    </section>
  );
}
