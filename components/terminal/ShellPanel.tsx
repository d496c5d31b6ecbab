'use client';

import { FileInput, RotateCw } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import type { DraftFile } from '@/components/model/draft';
import { TEST_IDS } from '@/components/lib/testIds';
import { lazyPart } from '@/components/ui/lazyPart';
import { FLAT_BUTTON, OUTLINE_BUTTON } from '@/components/ui/classes';
import { Tooltip } from '@/components/ui/Tooltip';
import type { ShellCondition, ShellSession } from './shellSession';

const TerminalView = lazyPart('shell', () => import('./TerminalView'));

const MAX_TRANSCRIPT_LINES = 500;

interface ShellPanelProps {
  /** The version of the tables of names; undefined if there are none. */
  readonly language: string | undefined;
  readonly isShown: boolean;
}

/** An Asymptote shell: the terminal, what can be done with it, and all it said as plain text. */
export function ShellPanel({ language, isShown }: ShellPanelProps) {
  const t = useTranslations('terminal');
  const workbench = useWorkbench();
  const active = usePlayground(({ draft }) => draft.active);
  const session = useRef<ShellSession>(undefined);
  const openedWith = useRef<readonly DraftFile[]>(undefined);
  const [condition, setCondition] = useState<ShellCondition>({ kind: 'starting' });
  const [transcript, setTranscript] = useState<readonly string[]>([]);
  const onSession = useCallback((opened: ShellSession | undefined) => {
    session.current = opened;
  }, []);
  const onOpened = useCallback(() => {
    openedWith.current = workbench.state.draft.files;
  }, [workbench]);
  const onSaid = useCallback((line: string) => {
    setTranscript((lines) => [...lines, line].slice(-MAX_TRANSCRIPT_LINES));
  }, []);

  const load = () => {
    const isFresh = openedWith.current !== workbench.state.draft.files;
    session.current?.enter(`include "${active}";`, isFresh);
  };

  return (
    <div className="flex h-full flex-col" data-testid={TEST_IDS.shell} data-condition={condition.kind}>
      <div className="flex min-h-8 shrink-0 items-center gap-2 px-3 text-xs text-muted">
        <span className="min-w-0 flex-1 truncate">
          {condition.kind === 'ended' ? condition.words : t(condition.kind === 'starting' ? 'starting' : 'help')}
        </span>
        {condition.kind === 'ended' && (
          <button type="button" className={OUTLINE_BUTTON} onClick={() => session.current?.start()}>
            <RotateCw size={14} aria-hidden />
            {t('reconnect')}
          </button>
        )}
        {active.endsWith('.asy') && (
          <Tooltip text={t('loadHint', { name: active })}>
            <button type="button" className={FLAT_BUTTON} onClick={load}>
              <FileInput size={14} aria-hidden />
              {t('load', { name: active })}
            </button>
          </Tooltip>
        )}
      </div>
      <div className="relative min-h-0 flex-1">
        <TerminalView
          language={language}
          isShown={isShown}
          onSession={onSession}
          onOpened={onOpened}
          onChanged={setCondition}
          onSaid={onSaid}
        />
      </div>
      <div role="log" aria-label={t('transcript')} className="sr-only" data-testid={TEST_IDS.shellTranscript}>
        {transcript.map((line, index) => (
          <p key={index}>{line}</p>
        ))}
      </div>
    </div>
  );
}
