'use client';

import { useCallback, useState } from 'react';
import { FileTabs } from '@/components/files/FileTabs';
import { IS_PHONE, useMediaQuery } from '@/components/playground/useMediaQuery';
import { MonacoEditor } from './MonacoEditor';
import { PlainEditor } from './PlainEditor';

/**
 * The code. A plain field is there from the first paint on and can be typed in at once; Monaco takes its place when it
 * has loaded. On a phone, where Monaco does not work, the plain field stays.
 */
export function CodePane({ monacoVersion }: { readonly monacoVersion: string }) {
  const isPhone = useMediaQuery(IS_PHONE);
  const [isReady, setReady] = useState(false);
  const tellReady = useCallback(() => setReady(true), []);
  return (
    <section id="pane-code" aria-label="Code" tabIndex={-1} className="code flex flex-col bg-surface">
      <FileTabs />
      <div className="relative min-h-0 flex-1">
        {(!isReady || isPhone) && <PlainEditor />}
        {!isPhone && <MonacoEditor version={monacoVersion} onReady={tellReady} />}
      </div>
    </section>
  );
}
