'use client';

import { useEffect, useRef } from 'react';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { TEST_IDS } from '@/components/lib/testIds';
import { CodeMirrorSession } from './codeMirrorSession';

interface CodeMirrorEditorProps {
  /** Of the tables of the language, if there are any. */
  readonly language: string | undefined;
  readonly onReady: () => void;
}

/** The editor of phones. Loaded on demand (CodePane.tsx). */
export default function CodeMirrorEditor({ language, onReady }: CodeMirrorEditorProps) {
  const workbench = useWorkbench();
  const container = useRef<HTMLDivElement>(null);
  const fontSize = usePlayground(({ settings }) => settings.fontSize);
  useEffect(() => {
    const session = container.current && new CodeMirrorSession(container.current, workbench, language);
    onReady();
    return () => session?.dispose();
  }, [workbench, language, onReady]);
  return <div ref={container} data-testid={TEST_IDS.phoneEditor} className="absolute inset-0" style={{ fontSize }} />;
}
